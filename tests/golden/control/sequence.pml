/* The initial state counts as a transition; the closing brace is a state and dying is a step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
active proctype A() { skip; skip }
