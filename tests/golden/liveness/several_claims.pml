/* Every claim and formula of a model has its own verdict.

   gyre: check --por off --merge off
   expect: verdict:safety=holds verdict:up=violated verdict:bounded=holds verdict:back=holds verdict:n=violated
   spin: none cycles */
byte x;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl up { [] (x < 3) }
ltl bounded { [] (x <= 3) }
ltl back { []<> (x == 0) }
never n { do :: x == 2 -> break :: else od }
