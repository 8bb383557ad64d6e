/* An atom without a value matters only where the formula looks at it.

   gyre: check --por off --merge off
   expect: verdict:guarded=holds verdict:bare=violated
   spin: none cycles */
byte a[3], i;
active proctype A() { do :: i < 3 -> i++ :: else -> i = 0 od }
ltl guarded { [] (i < 3 -> a[i] == 0) }
ltl bare { [] (a[i] == 0) }
