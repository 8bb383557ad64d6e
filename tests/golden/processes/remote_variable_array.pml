/* The index may be any expression.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=12
   spin: textbook */
byte got;
active [2] proctype A() { byte v; v = _pid + 10; end: false }
active proctype B() { byte i = 1; A[i]:v == 11; A[i - 1]:v == 10; got = A[0]:v + A[1]:v; assert(got == 21) }
