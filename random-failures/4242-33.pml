unsigned g0 : 2;
hidden int g1;
bit g2;
bit arr[2];
mtype = { red, green };
mtype colour;
chan c0 = [0] of { byte, byte };
chan c1 = [2] of { byte };
active proctype A0() {
  short l0;
  Z: skip;
  set_priority(1, 3);
  L1: skip;
  d_step {
    l0 = ((g0 - g1) + 1) % 3;
    do
    :: g1;
      break
    :: l0 == 1;
      if
      :: g1 != 1;
        printf("%d\n", g1);
        g2 = 1 - arr[1]
      :: else -> g1 = 2
      fi;
      colour = green
    :: else -> break
    od
  };
  Y: skip
}
