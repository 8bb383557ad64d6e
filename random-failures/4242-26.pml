hidden int g0;
byte g1;
int g2 = 0;
chan c0 = [2] of { short, byte };
active proctype A0() {
  Z: skip;
  do
  :: g1 = 0;
    g0 = 2;
    g1 = 0 & 3;
    break
  :: !(A0@Z);
    atomic {
      if
      :: g2 == 1;
        select (g1 : 0 .. 2)
      :: (0 || 2);
        c0?eval(g1),g2
      :: g1 != 2;
        g1 = 0;
        printf("%d\n", g0)
      fi;
      g0 = 1;
      g2 = len(c0) & 3
    };
    printf("%d\n", 1)
  :: _nr_pr >= 3;
    c0?0,0
  od;
  L1: g2 = 1 - g1;
  g2 = g1 & 3;
  g2 = 1 - g2;
  Y: skip
}
active [2] proctype A1() {
  {
    g0 = 1
  };
  L1: skip;
  {
    c0??eval(g0),eval(g0)
  } unless {
    g1
  }
}
