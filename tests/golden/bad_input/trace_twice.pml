/* One trace assertion per model.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
chan c = [1] of { byte };
trace { c!1 }
notrace { c!2 }
active proctype A() { c!1 }
