/* np_ in a claim: some cycle has no progress.

   gyre: check --por off --merge off --property never
   expect: verdict=violated
   spin: cycles never_0 */
byte x;
active proctype A() { do :: x = 1 :: x = 3; progress: x = 2 od }
never { do :: true :: np_ -> break od; accept: do :: np_ od }
