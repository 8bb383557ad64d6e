/* A structure as a local variable, and an array of them.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=24 transitions=35
   spin: textbook */
typedef pair { byte a, b };
byte out;
active [2] proctype A() {
	pair p[2];
	p[0].a = _pid; p[1].b = p[0].a + 1;
	out = p[1].b
}
