int g0;
hidden short g1 = 1;
typedef S { bit p; byte q[2] };
S str;
active [2] proctype A0() {
  short l0 = 2;
  Z: skip;
  L0: printf("%d\n", g1);
  do
  :: else -> break
  :: g1 != 2;
    2
  :: l0;
    l0 = 1;
    skip
  :: (1 || !(g1 < 0));
    {
      atomic {
        str.p = l0 == 1;
        g1 = str.p == ((str.p <= 1 -> 2 : 2) | l0)
      };
      skip
    } unless {
      (2 && _nr_pr < 3);
      l0 = ((1 + 0) - g0) == (l0 - l0)
    };
    break
  od;
  Y: skip
}
active proctype A1() {
  byte l0;
  {
    do
    :: g0 = 1 - l0;
      A0@Z
    :: g0 = (!(l0 != 1) -> g1 : g1) & 3;
      if
      :: timeout;
        str.q[g0 & 1] = 1 - g1
      :: _nr_pr >= 2;
        str.q[0] = (g1 + 1) % 3;
        g1 = 1 - g0
      :: (str.q[0] < 1 || (l0 == 1 && l0 == 0))
      fi;
      break
    od;
    l0 = (l0 + 1) % 3
  };
  g0 = l0 == (_nr_pr < 2 -> (l0 <= 0 -> 2 : 2) : 1)
}
active proctype A2() {
  bit l0;
  short l1;
  do
  :: (l1 >= 2 -> 0 : 0);
    do
    :: (2 + 0);
      if
      :: l1 = 1 - l1;
        l0 = 0;
        str.p = l1 == 0
      fi;
      break
    :: l0 <= 1;
      str.p = 1 - str.p
    :: l0 = 0;
      atomic {
        l1 = 1 - l1;
        g1 = (2 -> str.p : g1) == str.q[g0 & 1];
        l0 = 1
      }
    od;
    break
  od;
  skip;
  l1 = 2 == g1;
  g0 = str.p == str.q[1]
}
