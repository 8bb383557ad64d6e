/* Choices in both parts.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=31 transitions=41
   spin: textbook */
byte x; bool e;
active proctype A() { { if :: x = 1 :: x = 2 fi; x = x + 1 } unless { if :: e -> x = 10 :: e && x == 2 -> x = 20 fi } }
active proctype B() { e = true }
