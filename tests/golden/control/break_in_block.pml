/* break inside blocks, atomics and selections.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7 atomic=1
   spin: textbook */
byte x;
active proctype A() {
	do :: { x = 1; break } od;
	do :: atomic { x = 2; break } od;
	do :: if :: x == 2 -> x = 3; break :: else -> x = 9 fi od;
	assert(x == 3)
}
