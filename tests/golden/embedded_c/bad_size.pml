/* A size that is no constant.

   gyre: check --embedded-c
   expect: exit=2 line=8
   output: C: 
   spin: none its C compiler would tell */
c_code { int n = 3; int block[3]; }
c_track "block" "n * sizeof(int)"
active proctype A() { skip }
