/* One state would take gigabytes: refused, before anything is allocated.

   gyre: check --safety
   expect: exit=2 line=6
   spin: none SPIN takes it and pan fails */
int huge[2147483647];

init {
  huge[5] = 1
}
