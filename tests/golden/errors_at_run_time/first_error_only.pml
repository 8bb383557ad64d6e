/* By default the search stops at the first error; the verdict is the same.

   gyre: check --safety --por off --merge off
   expect: verdict=violated kinds=assertion
   spin: kinds
   gyre: check --safety --por off --merge off --shortest
   expect: verdict=violated length=2
   spin: shortest */
byte x;
active proctype A() { if :: x = 1; x = 2; x = 3; assert(false) :: x = 4; assert(false) fi }
