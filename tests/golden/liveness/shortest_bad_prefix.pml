/* What follows the state that shows a formula to be false does not count: the shortest counterexample has two steps,
   although a long atomic sequence comes next.

   gyre: check --por off --merge off --property small --shortest
   expect: verdict=violated length=2
   output: the counterexample is of the smallest length
   spin: none cycles

   gyre: check --por off --merge off --property small --search reachability
   expect: verdict=violated
   output: \A(?![\s\S]*smallest length)
   spin: none cycles */
byte x;
init {
  if
  :: x = 1; x = 2; x = 3; x = 0
  :: x = 1; x = 3; atomic { x = 0; x = 1; x = 0; x = 1; x = 0; x = 1 }
  fi
}
ltl small { [] (x < 3) }
