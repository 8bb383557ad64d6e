/* A loop that begins an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=13
   spin: textbook */
byte x;
active proctype A() {
	if
	:: do :: x < 2 -> x++ :: x == 2 -> break od; x = 20
	:: x == 0 -> x = 9
	fi;
	assert(x == 20 || x == 9)
}
