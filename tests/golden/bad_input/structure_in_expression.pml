/* A structure is no number.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
typedef rec { byte a; byte b };
rec r; byte x;
active proctype A() { x = r + 1 }
