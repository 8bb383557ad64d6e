/* A never claim that fits no run: x does not stay at 1.

   gyre: check --por off --merge off --property never --errors 0
   expect: verdict=holds
   spin: cycles never_0 */
byte x;
active proctype A() { do :: x = 1; x = 0 od }
never { do :: true :: x == 1 -> break od; accept: do :: x == 1 od }
