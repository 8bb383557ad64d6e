/* A channel of a million fields and more.

   gyre: check --safety
   expect: exit=2 line=6
   spin: none SPIN takes it and pan fails */
chan c = [65535] of { int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int };

init {
  c!1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
}
