/* Parameters are replaced as text: a variable can be changed, an expression is evaluated where it stands.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x = 1, y = 2;
inline swap(a, b) { byte t; t = a; a = b; b = t }
inline twice(e, r) { r = e * 2 }
active proctype A() { swap(x, y); assert(x == 2 && y == 1); twice(1 + 1, x); assert(x == 3 || x == 4) }
