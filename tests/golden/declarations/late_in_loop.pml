/* Reached again, the declaration clears its variable again.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=22 transitions=22
   spin: textbook */
byte x, sum;
active proctype A() {
	do
	:: x < 3 -> byte t; t++; assert(t == 1); sum = sum + t; x++
	:: else -> break
	od;
	assert(sum == 3)
}
