/* In a rendezvous both partners move; in an atomic sequence of handshakes all of them do.

   gyre: check --por off --merge off --errors 0
   expect: verdict:together=holds verdict:third=holds verdict:not_alone=holds
   spin: none SPIN has no such atom */
chan a = [0] of { byte }, b = [0] of { byte };
active proctype P() { do :: a!1 od }
active proctype Q() { byte y; do :: atomic { a?y; b!y } od }
active proctype R() { byte z; do :: b?z od }
ltl together { [] (moves(P) && moves(Q)) }
ltl third { [] moves(R) }
ltl not_alone { [] (moves(P) <-> moves(Q)) }
