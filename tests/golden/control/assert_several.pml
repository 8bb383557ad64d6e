/* Several errors in one model; all kinds are reported with --errors 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion,deadlock states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() { if :: x = 1; assert(x == 2) :: x = 2; assert(x == 2); x == 3 :: x = 3; assert(false) fi }
