/* A formula about one element of an array, one channel of two, one variable of two processes does not see the others.
   Each of the two processes goes round alone; what one of them does is all that the formula is about.

   gyre: check --por off --merge off --property element
   expect: verdict=holds states=49
   spin: cycles element
   gyre: check --por on --merge off --property element
   expect: verdict=holds states=34
   spin: cycles element
   gyre: check --por off --merge off --property late
   expect: verdict=violated
   spin: cycles late
   gyre: check --por on --merge off --property late
   expect: verdict=violated
   spin: cycles late
   gyre: check --por on --merge off --property remote
   expect: verdict=violated
   spin: cycles remote
   gyre: check --por on --merge off --property channel
   expect: verdict=violated
   spin: cycles channel */
byte a[2];
chan c = [1] of { bit };
chan d = [1] of { bit };
active [2] proctype P() {
  byte n;
  do
  :: a[_pid] = 1; n = 1;
     if :: _pid == 0 -> c!1; c?_ :: else -> d!1; d?_ fi;
     n = 0; a[_pid] = 0
  od
}
ltl element { [] (a[0] < 2) }
ltl late { [] <> (a[0] == 1) }
ltl remote { [] (P[0]:n == 1 -> <> P[0]:n == 0) }
ltl channel { [] (len(c) == 1 -> <> len(c) == 0) }
