/* Every instance has its own locals.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=85 transitions=193
   spin: textbook */
byte total;
active [3] proctype A() {
	byte mine = _pid;
	mine = mine * 2;
	assert(mine == 2 * _pid);
	total = total + mine
}
