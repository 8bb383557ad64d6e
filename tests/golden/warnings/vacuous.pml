/* A formula that holds for want of a question says so, if that is not switched off.

   gyre: check --property f
   expect: verdict=holds
   output: VACUOUSLY: .*is never true \[vacuous-formula\]
   spin: none SPIN says nothing

   gyre: check --property f --warn no-vacuous-formula
   expect: verdict=holds
   output: (?s)\A(?!.*(?i:vacuous))
   spin: none it is the same model */
byte x;
active proctype P() { x = 1; x = 2; assert(x < 3) }
ltl f { [] (x == 7 -> <> (x == 2)) }
