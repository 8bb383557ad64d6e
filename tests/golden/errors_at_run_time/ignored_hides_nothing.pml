/* P's error is not to be reported; it must not keep Q from seeing what P did before.

   gyre: check --safety --errors 0 --ignore index --por off --merge off
   expect: verdict=violated kinds=assertion
   spin: none SPIN goes on behind the error
   gyre: check --safety --errors 0 --ignore index
   expect: verdict=violated kinds=assertion
   spin: none SPIN goes on behind the error
   gyre: check --safety --ignore index --merge on
   expect: exit=2
   output: --merge on is not possible: --ignore index
   spin: none SPIN goes on behind the error */
byte g;
active proctype Q() { assert(g == 0) }
active proctype P() { byte b[2], i = 5; g = 1; b[i] = 1 }
