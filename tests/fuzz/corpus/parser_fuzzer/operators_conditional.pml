int x = 5, y; byte a[2];
active proctype A() {
	y = (x > 3 -> 10 : 20); assert(y == 10);
	y = (x > 9 -> 10 : 20); assert(y == 20);
	y = (x == 5 -> (x > 7 -> 1 : 2) : 3); assert(y == 2);
	y = (x < 2 -> a[x] : 7); assert(y == 7);
	y = 1 + (x -> 2 : 3) * 2; assert(y == 5);
	assert((x != 5 -> 0 : 1))
}
