/* run as a guard of an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=12
   spin: textbook */
byte x;
proctype P() { x++ }
init { do :: x < 1 -> if :: run P() -> x == 1 fi :: else -> break od }
