/* Arithmetic of int wraps around at 32 bits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
int i = 2147483647;
int j;
active proctype A() {
	j = i + 1; assert(j < 0);
	assert(j - 1 == i);
	j = i * 2; assert(j == -2);
	j = 65536; j = j * j; assert(j == 0);
	j = -i; assert(j == 0 - 2147483647);
	j = 123456789 * 10; assert(j == 1234567890)
}
