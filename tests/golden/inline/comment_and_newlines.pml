/* A body over several lines without semicolons.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x
inline step(n) {
	/* first */
	x = x + n
	// second
	x = x + n
}
active proctype A() {
	step(1)
	step(2)
	assert(x == 6)
}
