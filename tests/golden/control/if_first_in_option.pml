/* An if that begins an option: its options are options of the outer one.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() {
	if
	:: if :: x == 0 -> x = 1 :: x == 5 -> x = 2 fi; x = x + 10
	:: x = 3
	fi;
	x = x + 100
}
