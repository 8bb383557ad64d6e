/* Code and expressions of C that read and write a global variable.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=192 transitions=401
   spin: textbook */
byte x, y;
active [2] proctype A() { do :: c_expr { now.x < 4 } -> c_code { now.x++; } :: y < 2 -> y++ :: else -> break od }
