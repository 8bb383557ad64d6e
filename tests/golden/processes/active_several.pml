/* active [n] makes n instances, numbered in the order of the text.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=94 transitions=244
   spin: textbook */
byte n;
active [3] proctype A() { assert(_pid < 3); n++ }
active proctype B() { assert(_pid == 3) }
