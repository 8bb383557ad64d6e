/* Any expression is an index, also an element of another array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
byte a[4] = { 3, 2, 1, 0 };
byte b[4] = { 2, 2, 3, 0 };
byte c[1] = { 2 };
byte i = 1;
active proctype A() {
	a[b[i]] = 8; assert(a[2] == 8);
	a[i + 2] = a[b[1] - 1]; assert(a[3] == 2);
	a[(i == 1 -> 0 : 3)] = 5; assert(a[0] == 5);
	a[i]++; assert(a[1] == 3);
	a[b[c[0]]]--; assert(a[3] == 1)
}
