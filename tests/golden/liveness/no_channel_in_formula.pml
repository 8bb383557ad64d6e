/* A formula that asks about a channel that is gone, or polls one without slots, has no value there.

   gyre: check --property p
   expect: verdict:p=violated
   output: its value is not defined
   spin: none SPIN reads whatever lies there

   gyre: check --property q
   expect: verdict:q=violated
   output: its value is not defined
   spin: none SPIN reads whatever lies there

   gyre: check --property r
   expect: verdict:r=violated
   output: its value is not defined
   spin: none SPIN reads whatever lies there */
chan g = [1] of { byte };
chan h = [0] of { byte };
byte n = 9;
chan d;
proctype Q() { chan l = [1] of { byte }; g = l }
init { d = n; run Q(); _nr_pr == 1; do :: n = 9 od }
ltl p { [] (len(g) == 0) }
ltl q { [] (n == 9 -> !d?[1]) }
ltl r { [] !h?[1] }
