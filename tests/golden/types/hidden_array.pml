/* Neither is a hidden array; it can still be read at once within an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=6 atomic=4
   spin: textbook */
hidden byte h[2];
byte g;
active proctype A() {
	atomic { if :: h[0] = 1 :: h[0] = 2 fi; g = h[0] };
	g = 9
}
