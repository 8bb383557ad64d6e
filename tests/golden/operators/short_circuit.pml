/* && and || do not evaluate their right side when the left one decides.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
int z; byte a[2]; byte i = 5;
active proctype A() {
	assert(!(z != 0 && 10 / z > 1));
	assert(z == 0 || 10 / z > 1);
	assert(!(i < 2 && a[i] == 0));
	assert(i >= 2 || a[i] == 1)
}
