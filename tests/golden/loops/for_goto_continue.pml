/* A goto to the end of the body as `continue`.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=23 transitions=23
   spin: textbook */
byte n;
active proctype A() { byte i; for (i : 1 .. 4) { if :: i % 2 == 0 -> goto next :: else fi; n = n + i; next: skip }; assert(n == 4) }
