/* So is a selection without executable option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=d_step-block
   spin: kinds */
byte x;
active proctype A() { x = 1; d_step { x = 2; if :: x == 5 -> x = 6 :: x == 7 fi } }
