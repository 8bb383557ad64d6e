/* An accept label of a trace assertion counts like one of a process. (pan means to do so, but forgets the label with
   the next step.)

   gyre: check --por off --merge off --acceptance
   expect: verdict=violated
   spin: none pan forgets the label */
chan c = [1] of { byte };
active proctype A() { do :: c!1; c?_ od }
trace { c!1; accept: do :: c!1 od }
