/* Array elements as arguments.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte a[3];
inline set(e, v) { e = v }
active proctype A() { byte k = 1; set(a[0], 5); set(a[k + 1], a[0] + 1); assert(a[0] == 5 && a[1] == 0 && a[2] == 6) }
