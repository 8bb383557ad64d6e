/* A rendezvous inside an atomic that nobody ever answers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=2 transitions=2 atomic=1
   spin: textbook */
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { x = 1; c!1; x = 2 } }
active proctype R() { x == 2 }
