/* The extra steps of late declarations are interleaved like any others.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=43 transitions=73
   spin: textbook */
byte g;
active [2] proctype A() { g = 1; byte t; t = g; byte u = t; g = u }
