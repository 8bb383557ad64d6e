unsigned a : 3 = 5, b : 5 = 17, c : 7 = 100;
bit d = 1;
unsigned e : 16 = 65535;
active proctype A() {
	a++; b--; c = c * 2; d = 0; e = e + 3;
	assert(a == 6 && b == 16 && c == 72 && d == 0 && e == 2)
}
