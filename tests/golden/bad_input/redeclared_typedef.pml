/* Two structures of one name.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
typedef rec { byte a };
typedef rec { byte b };
active proctype A() { skip }
