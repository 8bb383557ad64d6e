/* Events inside atomic sequences and d_steps count.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=6 transitions=6
   spin: textbook */
chan c = [3] of { byte };
byte y;
trace { c!1; c!2; c?1; c!3 }
active proctype A() { atomic { c!1; c!2; y = 1 }; d_step { c?y; c!3; y = 0 }; d_step { y = 1; c?y } c!4 }
