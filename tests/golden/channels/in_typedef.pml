/* Channels as fields of a structure.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
typedef link { chan in = [1] of { byte }; chan out = [1] of { byte } };
link l;
byte x;
active proctype A() { l.in!3; l.out!4; l.out?x; assert(x == 4); l.in?x; assert(x == 3) }
