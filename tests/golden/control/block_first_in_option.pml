/* A plain block that begins an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=8
   spin: textbook */
byte x;
active proctype A() { if :: { x == 0; x = 1 }; x = 2 :: { { x = 5 } } fi; x = 7 }
