/* A condition is no event.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
chan c = [1] of { byte }; byte x;
trace { c!1; x == 1; c!2 }
active proctype A() { c!1 }
