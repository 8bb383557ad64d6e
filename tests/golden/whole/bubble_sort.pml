/* Sorting in one process: all values of three elements.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=109 transitions=126
   spin: textbook */
byte a[3];
active proctype A() {
	byte i, t;
	select (i : 0 .. 2); a[0] = i; select (i : 0 .. 2); a[1] = i; select (i : 0 .. 2); a[2] = i;
	d_step {
		do
		:: a[0] > a[1] -> t = a[0]; a[0] = a[1]; a[1] = t
		:: a[1] > a[2] -> t = a[1]; a[1] = a[2]; a[2] = t
		:: else -> break
		od;
		i = 0; t = 0
	};
	assert(a[0] <= a[1] && a[1] <= a[2])
}
