/* Impartiality by components, by synchronised automata and as a formula: B may stop A's counting for ever only if A need
   not move; C comes and goes, and is not waited for while it is gone.

   gyre: check --por off --merge off --property counts
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property counts --fairness impartial
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property counts --fairness impartial --search nested
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property counts --fairness impartial --search magic
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property as_formula
   expect: verdict=holds
   spin: none SPIN has no such atom

   gyre: check --por off --merge off --property born --fairness impartial
   expect: verdict=violated
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property born --fairness impartial --search nested
   expect: verdict=violated
   spin: none SPIN has no impartiality */
byte a, c;
active proctype A() { do :: a = (a + 1) % 3 od }
active proctype B() { byte b; do :: b = 1 - b :: _nr_pr < 4 -> run C() od }
proctype C() { c = 1 - c }
ltl counts { []<> (a == 0) && []<> (a == 1) }
ltl as_formula { ([]<> moves(A) && []<> moves(B)) -> ([]<> (a == 0) && []<> (a == 1)) }
ltl born { <> (c == 1) }
