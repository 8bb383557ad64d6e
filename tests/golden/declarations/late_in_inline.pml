/* In an inline every call declares its own variable, and declaring is a step each time.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte g;
inline use(v) { byte t; t = v; g = g + t }
active proctype A() { use(2); use(3); assert(g == 5) }
