/* An atom without a value matters only where the formula depends on it.

   gyre: check --por off --merge off --property guarded
   expect: verdict=holds
   spin: none SPIN does not check the index

   gyre: check --por off --merge off --property bare
   expect: verdict=violated
   output: cannot be evaluated in this state: index
   spin: none SPIN does not check the index */
byte a[2], i;
active proctype A() { do :: i < 3 -> i++ :: else -> i = 0 od }
ltl guarded { [] (i < 2 -> a[i] == 0) }
ltl bare { [] (a[i] == 0) }
