/* break leaves the innermost loop, also out of an if.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=28 transitions=28
   spin: textbook */
byte x, y;
active proctype A() {
	do
	:: x < 2 ->
		do
		:: y < 5 -> y++; if :: y == 3 -> break :: else fi
		:: else -> assert(false)
		od;
		x++; y = 0
	:: else -> break
	od;
	assert(x == 2 && y == 0)
}
