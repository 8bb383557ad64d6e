/* A never claim that fits a run: x stays at 1 for ever.

   gyre: check --por off --merge off --property never
   expect: verdict=violated
   spin: cycles never_0 */
byte x;
active proctype A() { x = 1; do :: x = 1 od }
never { do :: true :: x == 1 -> break od; accept: do :: x == 1 od }
