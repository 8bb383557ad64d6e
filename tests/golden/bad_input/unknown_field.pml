/* A field that the structure does not have.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
typedef rec { byte a };
rec r;
active proctype A() { r.b = 1 }
