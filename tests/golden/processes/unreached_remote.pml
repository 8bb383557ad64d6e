/* A remote reference without a pid, in a statement that is never executed.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=14
   output: line 11: P@there
   output: line 12: P:x == 1
   spin: textbook */
byte y;
active proctype P() { byte x; there: y = 1; x = y }
active proctype Q() { if :: y == 2 ->
    P@there;
    P:x == 1
  :: else fi }
