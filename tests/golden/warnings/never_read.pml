/* The variable that only counts is no part of the state: one state, and why.

   gyre: check --safety
   expect: verdict=holds states=1
   output: %f:20:6: warning: nobody reads 'x' but to give it a new value: it makes no difference, and is no part of the state \[never-read\]
   output: %f:21:6: warning: nobody reads 'y': it makes no difference
   output: (?s)\A(?!.*'z')
   spin: none SPIN says nothing

   gyre: check --safety --warn unused-variable
   expect: verdict=holds states=1
   output: warning: 'z' is not used \[unused-variable\]
   spin: none SPIN says nothing

   gyre: check --safety --ltl "[] (x >= 0)" --warn no-constant-comparison
   expect: exit=0
   output: (?s)\A(?!.*nobody reads 'x')
   spin: none it is the same model */
/* */
byte x;
byte y;
byte z;
active proctype P() {
  do
  :: x++
  :: y = 1
  od
}
