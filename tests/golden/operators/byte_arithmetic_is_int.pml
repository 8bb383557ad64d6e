/* Small operands are widened first: nothing is lost before the assignment.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte a = 200, b = 100; short s = 32767; bit o = 1;
active proctype A() { assert(a + b == 300); assert(b - a == -100); assert(a * b == 20000); assert(s + s == 65534); assert(o + o == 2); assert((a + b) / 2 == 150); assert(-a == -200) }
