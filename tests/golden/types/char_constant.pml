/* A character in quotes is a number.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte c = 'a';
active proctype A() { assert(c == 97); c = '0' + 5; assert(c == '5'); c = '\n'; assert(c == 10) }
