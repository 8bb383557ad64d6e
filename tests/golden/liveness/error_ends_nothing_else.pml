/* P runs into an error at once, in a statement that concerns nobody else; a reduced search must go on with Q all the same.

   gyre: check --property seen --por off
   expect: verdict=violated
   spin: none SPIN goes on behind the error
   gyre: check --property seen --por on
   expect: verdict=violated
   spin: none SPIN goes on behind the error */
byte x;
active proctype Q() { x = 1 }
active proctype P() { byte b[2], i = 5; b[i] = 1 }
ltl seen { [] (x == 0) }
