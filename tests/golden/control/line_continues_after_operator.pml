/* A line that ends in an operator goes on.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x = 1, y = 2
active proctype A() {
	assert(x == 1 &&
		y == 2);
	x = x +
		y;
	if
	:: x == 3 ->
		y = 4
	fi;
	assert(x + y ==
		7)
}
