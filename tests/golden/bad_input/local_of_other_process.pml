/* The local variable of another process, without naming the process.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
active proctype A() { byte mine; mine = 1 }
active proctype B() { mine = 2 }
