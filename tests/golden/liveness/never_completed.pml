/* A claim that reaches its end is violated at once.

   gyre: check --por off --merge off --property never --errors 0
   expect: verdict=violated kinds=claim-completed
   spin: cycles never_0 */
byte x;
active proctype A() { x = 1; x = 2; x = 3 }
never { do :: x < 2 :: x == 2 -> break od }
