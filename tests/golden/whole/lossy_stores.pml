/* A lossy store that finds nothing proves nothing.

   gyre: check --safety --por off --merge off --store bitstate --bits 16
   expect: verdict=inconclusive states=15
   spin: none pan's bit array has its own idea of coverage

   gyre: check --safety --por off --merge off --store hash-compact
   expect: verdict=inconclusive states=15
   spin: none as above

   gyre: check --safety --por off --merge off --store tree
   expect: verdict=holds states=15
   spin: textbook */
active [3] proctype P() {
  byte x;
  x = 1
}
