/* Labels on if, do, atomic and blocks.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=16 atomic=1
   spin: textbook */
byte x;
active proctype A() {
a:	if :: x < 1 -> x++; goto a :: else fi;
b:	do :: x < 3 -> x++; goto b :: else -> break od;
c:	atomic { x++; x++ };
d:	{ x++; if :: x < 7 -> goto d :: else fi };
	assert(x == 7)
}
