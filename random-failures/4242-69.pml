hidden int g0;
bit g1 = 1;
chan c0 = [2] of { short, byte };
active proctype A0() {
  short l0;
  byte l1;
  Z: skip;
  c0?_,_;
  printf("%d\n", ((2 ^ 2) + l1));
  l1 = (l1 + 1) % 3;
  L3: if
  :: ((l0 <= 2 && l1 >= 1) || _nr_pr >= 2);
    if
    :: g1 < 2;
      do
      :: (l1 > 0 || l0 == 2);
        c0!!len(c0) == l1,2;
        break
      :: g0 != 1;
        g1 = 1
      od;
      g0 = 2 & 3
    fi;
    l0 = 2
  :: l1 = l0 == (0 -> l0 : 2);
    goto L3
  fi;
  Y: skip
}
active proctype A1() {
  byte l0 = 1;
  do
  :: timeout;
    c0?0,l0;
    atomic {
      g0 = g0 & 3;
      skip
    };
    break
  :: else -> break
  od;
  printf("%d\n", 1);
  l0 = 0
}
