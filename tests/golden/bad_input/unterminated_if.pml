/* An #if without #endif.

   gyre: check --safety
   expect: exit=2
   spin: error */
#ifdef X
byte x;
active proctype A() { skip }
