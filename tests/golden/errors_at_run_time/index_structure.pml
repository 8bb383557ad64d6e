/* In a structure.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index
   spin: kinds */
typedef rec { byte f[2] };
rec r[2]; byte i = 2, x;
active proctype A() { x = 1; r[1].f[i] = 1 }
