/* Instances by pid: P[1], or the pid alone; moves(P) is any of them.

   gyre: check --por off --merge off --errors 0
   expect: verdict:any=holds verdict:second=violated verdict:both=holds verdict:same=holds verdict:nobody=holds
   spin: none SPIN has no such atom */
byte n[2];
active [2] proctype P() { do :: n[_pid] = 1 - n[_pid] od }
active proctype Q() { end: false }
ltl any { [] moves(P) }
ltl second { <> moves(P[1]) }
ltl both { ([]<> moves(P[0]) && []<> moves(P[1])) -> (<> n[0] == 1 && <> n[1] == 1) }
ltl same { [] (moves(1) <-> moves(P[1])) }
ltl nobody { [] (!moves(Q) && !moves(P[2]) && !moves(7)) }
