/* Rendezvous inside loops inside atomics.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9 atomic=14
   spin: textbook */
chan c = [0] of { byte };
byte sum;
active proctype S() { byte i; atomic { do :: i < 3 -> c!i; i++ :: else -> break od } }
active proctype R() { byte v; do :: atomic { c?v; sum = sum + v; v = 0 } :: timeout -> break od; assert(sum == 3) }
