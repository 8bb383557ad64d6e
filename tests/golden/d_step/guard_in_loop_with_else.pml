/* d_steps and atomics as options beside else: the else looks at their guards.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9 atomic=0
   spin: textbook */
byte x;
active proctype A() { do :: d_step { x < 3 -> x++ } :: else -> break od; if :: atomic { x == 5 -> x = 6 } :: else -> x = 7 fi; assert(x == 7) }
