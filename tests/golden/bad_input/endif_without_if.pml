/* An #endif without #if.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
#endif
active proctype A() { skip }
