/* A trace has no variables of its own.

   gyre: check --safety
   expect: exit=2 line=7
   spin: none SPIN reads a variable that is not there */
chan c = [1] of { byte };
trace { byte x; c!1; c?eval(x) }
active proctype A() { c!1 }
