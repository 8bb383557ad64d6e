/* unsigned x : n keeps n bits, without a sign.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
unsigned u : 3;
unsigned v : 1 = 1;
unsigned w : 12 = 4095;
active proctype A() {
	u = 9; assert(u == 1);
	u = -1; assert(u == 7);
	u++; assert(u == 0);
	v++; assert(v == 0);
	w = w + 2; assert(w == 1)
}
