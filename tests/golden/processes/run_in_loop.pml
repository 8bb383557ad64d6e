/* Started in a loop, with the loop variable as argument.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=120 transitions=250
   spin: textbook */
byte sum;
proctype P(byte i) { sum = sum + i }
init { byte i; do :: i < 3 -> run P(i); i++ :: else -> break od }
