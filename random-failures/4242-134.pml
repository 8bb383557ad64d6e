hidden byte g0;
byte g1;
byte arr[2];
mtype = { red, green };
mtype colour;
chan c0 = [2] of { byte };
inline act(v) {
    v = 2 == 2;
    v = 2 & 3
}
active proctype A0() {
  short l0;
  short l1 = 0;
  Z: skip;
  g0 = 2 & 3;
  {
    if
    :: c0?1;
      c0!1 - arr[0];
      l0 = 2
    :: !(A0@Z);
      l0 > 0
    :: nempty(c0);
      if
      :: !((arr[g1 & 1] <= 2 || g1 >= 1));
        colour = red
      :: else -> printf("%d\n", l0)
      :: arr[g0 & 1] < 1
      fi;
      l0 = 2
    fi
  } unless {
    timeout
  };
  (timeout || g0 >= 2);
  select (g0 : 0 .. 1);
  Y: skip
}
active proctype A1() {
  bit l0 = 2;
  printf("%d\n", ((2 - 2) * (l0 != 1 -> 2 : 2)));
  L1: for (g0 : 0 .. 1) {
    d_step {
      l0 = 1 - l0
    }
  };
  c0??[1];
  L3: atomic {
    if
    :: c0?0;
      {
        g0 != 1;
        colour = green;
        arr[1] = (0 ^ l0) & 3
      } unless {
        g1;
        skip
      }
    fi;
    l0 = 1;
    act(l0)
  }
}
