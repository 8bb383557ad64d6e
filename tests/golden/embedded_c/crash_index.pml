/* An index outside of an array of the state.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: array index out of range in the C of .c_code
   spin: none the verifier would die */
byte a[3]; byte i; byte end;
active proctype A() { do :: c_code { now.a[now.i] = 1; now.i++; } od }
