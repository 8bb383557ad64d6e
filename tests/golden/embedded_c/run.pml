/* C of processes that are born and die.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=65 transitions=122
   spin: textbook */
byte done;
proctype child(byte n) { byte k; c_code { Pchild->k = Pchild->n * 2; }; done = done + k }
init { byte i; do :: c_expr { Pinit->i < 2 } -> run child(i + 1); c_code { Pinit->i++; } :: else -> break od; c_expr { now._nr_pr == 1 }; assert(done == 6) }
