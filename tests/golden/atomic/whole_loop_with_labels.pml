/* Labels inside and outside, jumps in both directions.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=29 atomic=33
   spin: textbook */
byte x;
active proctype A() {
out:	skip;
	atomic { skip; in: x++; if :: x < 3 -> goto in :: x == 3 -> goto out :: else fi; x = x + 10 };
	assert(x == 14)
}
active proctype B() { assert(x == 0 || x == 3 || x >= 4) }
