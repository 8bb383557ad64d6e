/* A deadlock in the initial state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=1 transitions=1
   spin: textbook */
active proctype A() { false }
