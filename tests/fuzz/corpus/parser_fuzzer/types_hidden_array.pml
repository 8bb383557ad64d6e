hidden byte h[2];
byte g;
active proctype A() {
	atomic { if :: h[0] = 1 :: h[0] = 2 fi; g = h[0] };
	g = 9
}
