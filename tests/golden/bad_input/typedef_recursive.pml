/* A structure that contains itself.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
typedef rec { byte a; rec r };
rec x;
active proctype A() { skip }
