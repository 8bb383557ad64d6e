/* An atomic around one statement is the statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19 atomic=0
   spin: textbook */
byte x;
active [2] proctype A() { atomic { x++ }; atomic { x == 2 || x == 1 } }
