/* With an initialiser it is evaluated each time.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=18
   spin: textbook */
byte x;
active proctype A() {
	do
	:: x < 3 -> byte t = x * 2; t++; assert(t == 2 * x + 1); x++
	:: else -> break
	od
}
