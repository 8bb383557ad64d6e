hidden int g0;
bit g1 = 1;
chan c0 = [2] of { short, byte };
active proctype A0() {
  short l0;
  byte l1;
  L3: if
  :: ((l0 <= 2 && l1 >= 1) || _nr_pr >= 2);
    if
    :: g1 < 2;
      do
      :: (l1 > 0 || l0 == 2);
      od;
    fi;
  fi;
}
active proctype A1() {
  byte l0 = 1;
  do
  :: timeout;
    atomic {
      skip
    };
  od;
}
