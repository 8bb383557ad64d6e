/* run and death change _nr_pr: a reduction must not overlook that.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=31 transitions=45
   spin: textbook */
byte g;
proctype P(byte a) { select (g : 0 .. 1); assert(1 != (_nr_pr & g)) }
proctype Q() { byte z; z = 0 }
init { run P(1); run Q() }
