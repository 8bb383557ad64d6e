/* A second declaration goes on where the first one ended.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
mtype = { a, b, c };
mtype = { d, e };
mtype x = a, y;
active proctype A() {
	assert(y == 0);
	assert(c == 1 && b == 2 && a == 3);
	assert(e == 4 && d == 5);
	y = x; x = d;
	assert(y == a && x == d && x != y)
}
