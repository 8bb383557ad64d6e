/* A macro over several lines.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
#define step(v) \
	v = v + 1; \
	v = v * 2
byte x;
active proctype A() { step(x); step(x); assert(x == 6) }
