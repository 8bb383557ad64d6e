/* So the other elements survive another round of the loop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15
   spin: textbook */
byte x;
active proctype A() {
	do
	:: x < 2 -> byte a[2]; assert(a[0] == 0 && a[1] == x); a[0] = 5; a[1] = a[1] + 1; x++
	:: else -> break
	od
}
