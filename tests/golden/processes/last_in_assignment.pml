/* ... so that what is stored of it is never the process itself here.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=13
   spin: textbook */
byte r = 9;
active proctype A() { do :: r = r od }
active proctype B() { r = _last; assert(r == 0) }
