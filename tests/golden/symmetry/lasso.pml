/* The one who has the token passes it to any other: a lasso among representatives closes up to a permutation, and is
   followed until the run itself comes back.

   gyre: check --property served --symmetry on -v
   expect: verdict=violated
   output: symmetry: instances are interchangeable: Node
   spin: cycles served
   gyre: check --property passed --symmetry on
   expect: verdict=holds
   spin: cycles passed
   gyre: check --property next --symmetry on
   expect: exit=2
   output: --symmetry on is not possible: 'next' has X \(next\), which counts steps
   spin: none it has no such option
   gyre: check --acceptance --symmetry on
   expect: verdict=violated
   spin: cycles
   gyre: check --non-progress --symmetry on
   expect: verdict=violated
   spin: progress
   gyre: check --property served --symmetry on --fairness weak
   expect: exit=2
   output: --symmetry on is not possible: fairness tells processes apart
   spin: none it has no such option
   gyre: check --ctl "EF done" --property served --symmetry on
   expect: exit=2
   output: is of branching time
   spin: none it has no such option */
byte holder = 0;
bool done, busy;

active [3] proctype Node() {
  do
  :: atomic { holder == _pid && !busy -> busy = true };
accept:
     if
     :: done = true
     :: skip
     fi;
     busy = false
  :: atomic { holder != _pid && !busy -> holder = _pid }
  od
}

ltl served { <> done }
ltl passed { [] (busy -> (busy U !busy) || [] busy) }
ltl next { [] X !done }
