/* A short has 16 bits and a sign.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
short s = 32767;
active proctype A() {
	s++; assert(s == -32768);
	s--; assert(s == 32767);
	s = 65535; assert(s == -1);
	s = 70000; assert(s == 4464);
	s = -32769; assert(s == 32767)
}
