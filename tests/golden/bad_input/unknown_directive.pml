/* A directive that does not exist.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
#DEFINE N 3
active proctype A() { skip }
