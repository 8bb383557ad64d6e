bit g0;
hidden short g1;
int g2;
chan c0 = [2] of { bit };
active proctype A0() provided (A0@Y) {
  Z: skip;
  select (g0 : 0 .. g0);
  c0??eval(g1);
  Y: skip
}
active proctype A1() {
  bit l0;
  short l1;
  {
    do
    :: timeout;
      atomic {
        l0 = (((0 + 2) | l1) + 1) % 3;
        assert(g1 == 0 || (A0@Z || l1 != 2) || _nr_pr < 2)
      };
      skip
    :: c0!1;
      do
      :: (l1 <= 2 && (timeout || l1 != 1));
        l0 < 0
      :: c0??<_>;
        break
      od;
      break
    od;
    l1 = l0 == l1
  };
  goto L3;
  L2: l0 = l0 & 3;
  L3: l0 = l0 == g1
}
