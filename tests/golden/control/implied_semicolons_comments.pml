/* Comments and blank lines between statements change nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x /* first */
byte y // second

active proctype A() { // opening
	x = 1 /* one */

	/* two
	   lines */
	y = 2 // two
	/* before */ assert(x == 1 /* within */ && y == 2)
}
