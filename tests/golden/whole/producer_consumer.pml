/* A bounded buffer with two producers and one consumer.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=1084 transitions=2722
   spin: textbook */
chan buf = [2] of { byte };
byte sum;
active [2] proctype prod() { byte i; for (i : 1 .. 2) { buf!i } }
active proctype cons() { byte v, k; for (k : 1 .. 4) { buf?v; sum = sum + v }; assert(sum == 6) }
