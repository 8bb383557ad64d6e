hidden int g0;
bool g1;
chan c0 = [1] of { bit };
proctype P(byte a) {
  a = ((a != 1 -> 2 : 2) + len(c0)) == g1;
  byte m = 1;;
  {
    c0!2 & 3
  } unless {
    (a != 0 && g1 != 2)
  };
  L2: if
  :: c0!!(0 + 1) % 3;
    g1 > 2
  :: c0?<g0>
  :: A0@Y;
    a = ((1 + 0) + 1) % 3
  fi;
  m = a
}
active [2] proctype A0() {
  Z: skip;
  assert(!(A0@Z) || _nr_pr >= 1 || g0 != 1);
  atomic {
    g0 = 1 - g1;
    run P(0);
    for (g0 : 0 .. 2) {
      {
        select (g1 : 0 .. 1)
      };
      g1 = 1 - g1
    }
  };
  g0 = 1 - g0;
  g0 = g0 == 0;
  Y: skip
}
active proctype A1() {
  for (g0 : 0 .. 1) {
    select (g1 : 0 .. 1)
  };
  g1 = 1 - g0;
  c0!(0 + 1) % 3;
  g1 = g0 & 3
}
