hidden int g0 = 0;
int g1;
chan c0 = [0] of { byte };
chan c1 = [0] of { byte, short };
inline act(v) {
    {
      atomic {
        c0!!1 - g1;
        v = (g1 + 1) % 3
      }
    } unless {
      g0 = (len(c0) + 1) % 3
    };
    A0@Y
}
proctype P(byte a) {
  bit l0 = 2;
  bit l1;
  select (g0 : 0 .. g1);
  skip;
  for (g1 : 0 .. 1) {
    c0?0;
    printf("%d\n", (len(c1) & a))
  }
}
active proctype A0() {
  byte l0 = 0;
  Z: skip;
  L0: atomic {
    assert((!(g0 <= 1) && (timeout && g0 <= 1)) || (0 ^ 2) || g0)
  };
  printf("%d\n", g0);
  select (g1 : 0 .. 1);
  Y: skip
}
