bit g0 = 1;
short g1 = 0;
hidden short g2;
bit arr[2];
chan c0 = [0] of { short };
active proctype A0() {
  Z: skip;
  if
  :: g1 = g2 == (g1 >= 1 -> g2 : len(c0));
    do
    :: c0?_;
      d_step {
        arr[0] = len(c0) & 3;
        assert(arr[1] < 0 || (g2 >= 0 && !(arr[g0 & 1] == 0)) || 0)
      };
      break
    od
  fi;
  L1: atomic {
    g2 = 0 & 3
  };
  c0?eval(g0);
  L3: c0?eval(g1);
  Y: skip
}
