/* Labels on gotos: a goto that leads to a goto.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() {
	goto a;
c:	goto d;
b:	goto c;
a:	x = 1; goto b;
d:	x = x + 1
}
