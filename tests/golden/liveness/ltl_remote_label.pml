/* Labels and variables of processes in formulas.

   gyre: check --por off --merge off --property p
   expect: verdict=violated
   spin: cycles p

   gyre: check --por off --merge off --property q
   expect: verdict=holds
   spin: cycles q

   gyre: check --por off --merge off --property r
   expect: verdict=violated
   spin: cycles r

   gyre: check --por off --merge off --property s
   expect: verdict=holds
   spin: cycles s */
bit turn;
active [2] proctype P() { byte n;
again: turn == _pid -> n = 1 - n;
cs: turn = 1 - turn; goto again }
ltl p { []<> P[0]@cs && [] !P[1]@cs }
ltl q { [] !(P[0]@cs && P[1]@cs) && []<> P[0]@cs }
ltl r { [] (P[1]:n == 0) }
ltl s { []<> (P[1]:n == 1) }
