/* A message of one bit alone is kept in a byte and not truncated; with a second field it is one bit.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
chan one = [1] of { bit };
chan two = [1] of { bit, byte };
chan meet = [0] of { bool };
byte x;

active proctype A() {
  one!2;
  assert(one?[2]);
  one?x;
  assert(x == 2);
  two!3,0;
  two?x,_;
  assert(x == 1);
  meet!5
}

active proctype B() {
  byte y;
  meet?y;
  assert(y == 5)
}
