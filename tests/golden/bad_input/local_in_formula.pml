/* A formula that names a variable of a process is told how to.

   gyre: check
   expect: exit=2
   output: %f:10:13: error: 'x' is no global variable; 'P' has one: P\[1\]:x
   spin: error */
byte y;
active proctype Q() { y = 1 }
active [2] proctype P() { byte x; x = 1 }
ltl f { [] (x < 2) }
