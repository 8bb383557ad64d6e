/* Into the middle of a loop, and out of it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x, y;
active proctype A() {
	goto in;
	do
	:: x < 3 ->
in:		x++;
		if :: x == 2 -> goto out :: else fi
	:: else -> break
	od;
	assert(false);
out:	y = x
}
