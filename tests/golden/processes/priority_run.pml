/* run with a priority.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8 atomic=1
   spin: textbook */
byte x;
proctype P(byte v) { x = x * 10 + v }
init { atomic { run P(1) priority 2; run P(2) priority 7 } }
