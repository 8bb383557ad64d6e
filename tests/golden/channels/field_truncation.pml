/* A bit, short or byte field truncates.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [1] of { bit, short, byte };
int r, s, t;
active proctype A() { c!3,70000,300; c?r,s,t; assert(r == 1 && s == 4464 && t == 44) }
