/* A label may have the name of a variable of another process.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=21
   spin: textbook */
byte x;
active proctype A() { byte b; a: b = 1; x = b }
active proctype B() { byte a; b: a = 2; x = a }
