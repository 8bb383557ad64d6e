/* Out of nested loops at once.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
byte i, j;
active proctype A() {
	do
	:: i < 3 ->
		j = 0;
		do
		:: j < 3 -> j++; if :: i + j == 3 -> goto done :: else fi
		:: else -> break
		od;
		i++
	:: else -> break
	od;
done:	assert(i == 0 && j == 3)
}
