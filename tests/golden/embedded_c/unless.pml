/* C in an escape.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=43 transitions=65
   spin: textbook */
byte x; bool stop;
active proctype A() { { do :: x < 6 -> c_code { now.x += 2; } :: x == 6 -> x = 0 od } unless { c_expr { now.stop } -> c_code { now.x = 99; } } }
active proctype B() { x == 4; stop = true }
