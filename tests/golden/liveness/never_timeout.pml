/* timeout in a claim is true where the system cannot move, as SPIN's manual has it. (In pan it is never true there.)

   gyre: check --por off --merge off --property never
   expect: verdict=violated
   spin: none timeout is never true in the claims of pan */
byte x;
active proctype A() { x = 1; x == 5 }
never { do :: true :: timeout -> break od }
