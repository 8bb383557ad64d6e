/* pc_value(p) is the control state of process p; only its change is portable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=24 transitions=30
   spin: textbook */
byte a, b;
active proctype A() { skip; skip }
active proctype B() { a = pc_value(0); b = pc_value(1) }
