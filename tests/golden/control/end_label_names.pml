/* Any label with that prefix; but only the process that stands there is excused.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=3 transitions=3
   spin: textbook */
byte x;
active proctype A() { x = 1; end_of_story: x == 2; x = 3 }
active proctype B() { x == 1; x == 5 }
