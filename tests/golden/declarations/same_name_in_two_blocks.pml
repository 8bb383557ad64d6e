/* Two blocks with a variable of the same name: two variables, both part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte g;
active proctype A() { { byte t = 1; g = t } { byte t = 2; g = g + t } assert(g == 3) }
