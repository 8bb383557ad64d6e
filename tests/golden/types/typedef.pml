/* A structure's fields are variables.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
typedef point { byte x; short y; bit z };
point p, q;
active proctype A() {
	p.x = 300; p.y = -4; p.z = 3;
	q.x = p.x + 1;
	assert(p.x == 44 && p.y == -4 && p.z == 1);
	assert(q.x == 45 && q.y == 0 && q.z == 0)
}
