/* Fields may have initialisers; every instance gets them.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
typedef rec { byte a = 3; byte b[2] = 4; bool c = true };
rec g;
rec h[2];
active proctype A() {
	rec l;
	assert(g.a == 3 && g.b[0] == 4 && g.b[1] == 4 && g.c);
	assert(h[1].a == 3 && h[0].b[1] == 4);
	assert(l.a == 3 && l.b[1] == 4 && l.c)
}
