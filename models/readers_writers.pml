/* Readers and writers: any number of readers or one writer, with a preference for writers.

   R readers and W writers; a waiting writer keeps new readers out. -DR=r -DW=w.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=116 transitions=299 atomic=18
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DR=4 -DW=3
   expect: verdict=holds states=5048 transitions=24109 atomic=524
   spin: textbook */
#ifndef R
#define R 2
#endif
#ifndef W
#define W 2
#endif

byte reading, writing, waiting;
byte inside_r, inside_w;	/* who is really there */

active [R] proctype reader() {
	do
	:: atomic { writing == 0 && waiting == 0 -> reading++ };
		inside_r++;
		assert(inside_w == 0);
		inside_r--;
		reading--
	od
}

active [W] proctype writer() {
	do
	:: waiting++;
		atomic { reading == 0 && writing == 0 -> writing = 1; waiting-- };
		inside_w++;
		assert(inside_w == 1 && inside_r == 0);
		inside_w--;
		writing = 0
	od
}
