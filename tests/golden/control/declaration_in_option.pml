/* A declaration that begins an option is its guard: an assignment, of 0 if there is no initialiser.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=18
   spin: textbook */
byte x;
active proctype A() {
	do
	:: byte t; if :: x < 2 -> t = t + x + 1; x = t :: else -> break fi
	:: x == 1 -> byte u = 5; x = u
	od
}
