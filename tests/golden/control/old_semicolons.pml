/* With the old rule a line may end in `)` before an operator, and every statement needs its semicolon.

   gyre: check --safety --por off --merge off --errors 0 --old-semicolons
   expect: verdict=holds states=5 transitions=5
   spin: textbook -o7 */
byte x, y;
active proctype A() {
	if
	:: (x == 0)
	   && (y == 0) -> x = 1
	:: else
	fi;
	assert(x == 1)
}
