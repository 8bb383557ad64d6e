/* A line that ends a statement needs no semicolon.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15 atomic=1
   spin: textbook */
byte x
chan c = [1] of { byte }
active proctype A() {
	x = 1
	x++
	c!x
	c?x
	if
	:: x == 2
		x = 3
		x = 4
	:: else
		skip
	fi
	do
	:: x > 4
		break
	:: x == 4
		x = 5
	od
	atomic {
		x = 6
		x = 7
	}
	{
		x = 8
	}
	assert(x == 8)
}
