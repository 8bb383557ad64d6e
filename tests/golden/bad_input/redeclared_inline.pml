/* Two inlines of one name.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
inline f() { skip }
inline f() { skip; skip }
active proctype A() { f() }
