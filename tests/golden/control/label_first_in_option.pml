/* A label before the first statement of an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() {
	do
	:: L: x < 2 -> x++
	:: x == 2 -> M: x = 3; if :: x == 3 -> goto N :: x == 9 -> goto M fi
	od;
N:	x = 4
}
