/* Ten levels of selections.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
byte x;
active proctype A() {
	if :: x == 0 -> if :: x == 0 -> if :: x == 0 -> if :: x == 0 -> if :: x == 0 ->
	if :: x == 0 -> if :: x == 0 -> if :: x == 0 -> if :: x == 0 -> if :: x == 0 -> x = 1
	:: else -> x = 2 fi :: else -> x = 3 fi :: else fi :: else fi :: else fi
	:: else fi :: else fi :: else fi :: else fi :: else -> x = 4 fi;
	x = x + 1
}
