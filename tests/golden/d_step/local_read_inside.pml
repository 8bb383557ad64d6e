/* A local variable that nothing but a statement inside a d_step reads is alive until then.

   gyre: check --safety
   expect: verdict=violated kinds=assertion
   spin: reduced */
byte y, z;
active proctype P() { byte x; x = 1; z = 1; d_step { y = 2; y = x }; assert(y != 1) }
active proctype Q() { z = 0 }
