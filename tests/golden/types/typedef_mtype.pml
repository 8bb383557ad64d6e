/* An mtype inside a structure.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
mtype = { on, off };
typedef lamp { mtype state = off; byte watts };
lamp l;
active proctype A() { assert(l.state == off); l.state = on; l.watts = 60; assert(l.state == on && l.watts == 60) }
