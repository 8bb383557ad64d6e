/* An option of a trace that begins with a jump: spin takes it, pan stops with "cannot get here".

   gyre: check --safety
   expect: exit=2 line=7
   spin: none it fails when it runs */
chan c = [1] of { byte };
trace { do :: c!1 :: break od; c?1 }
active proctype A() { c!1 }
