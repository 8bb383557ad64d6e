/* else is a step; if and do themselves are none.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() {
	do
	:: x < 2 -> x++
	:: else -> break
	od;
	if :: x == 2 -> skip :: x == 3 :: else -> goto E fi;
E:	x = 7
}
