hidden int g0;
int g1;
chan c0 = [0] of { short };
chan c1 = [1] of { byte };
inline act(v) {
    atomic {
      skip
    };
    g0 = 0
}
active proctype A0() {
  bit l0 = 0;
  bit l1;
  Z: skip;
  {
    l1 = 1;
    do
    :: c0?g0;
      d_step {
        l1 = 1 & 3;
        l1 = l0 == l1
      };
      l0 = (((l0 >= 2 || g0 > 1) -> l1 : l0) + 1) % 3;
      break
    od
  };
  skip;
  Y: skip
}
active proctype A1() {
  printf("%d\n", 2);
  if
  :: _nr_pr < 3;
    c0?1
  :: else -> printf("%d\n", ((g0 != 1 || g0 < 0) -> 1 : 1))
  :: g0 < 2
  :: g1 < 0;
    do
    :: else -> break
    :: g1 == 0;
      g1 = 1 == g0;
      break
    :: g1 > 1;
      printf("%d\n", 0)
    od
  fi;
  g1 > 0;
  c1?g1
}
active proctype A2() {
  L0: g1 = g0 & 3;
  do
  :: g0 > 0;
    break
  :: else -> break
  od;
  d_step {
    g0 = len(c1) & 3;
    do
    :: A0@Y;
      g0 = 0 == g1;
      break
    :: (_nr_pr >= 2 && g1 < 2)
    :: !((g0 <= 1 && g1 > 0));
      g1 = 1 - g1;
      assert(g0 <= 2 || g1 < 2 || (timeout || (g0 > 1 && g0 < 1)))
    :: else -> break
    od
  }
}
