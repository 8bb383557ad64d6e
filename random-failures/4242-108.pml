bit g0 = 1;
hidden byte g1;
short g2 = 1;
short arr[2];
inline act(v) {
    skip
}
proctype P(byte a) {
  atomic {
    g1 = 1 - g0
  };
  g2 = (g0 + 1) % 3
}
active proctype A0() {
  short l0 = 1;
  short l1;
  Z: skip;
  g0 = (0 + 1) % 3;
  L1: l0 = (g0 + 1) % 3;
  atomic {
    {
      if
      :: l0 = 1 - l1;
        g2 = (0 | (1 & 0)) == 1;
        g1 <= 0
      :: (g1 != 0 || (timeout && l0 >= 2));
        act(g2)
      fi;
      run P(2);
      g0 = g0 == 2
    } unless {
      l0 = 1 == 0;
      select (g1 : 0 .. 2)
    };
    l0 = (2 + 1) % 3;
    g1 <= 2
  };
  Y: skip
}
active proctype A1() provided (1) {
  L0: skip;
  g1 = g2 & 3
}
active proctype A2() {
  byte l0;
  {
    arr[g1 & 1] = 2
  };
  L1: if
  :: else -> assert((!(A0@Y) || _nr_pr < 2) || arr[0] >= 2 || g2 >= 1)
  :: timeout;
    arr[0] = 1 - l0;
    l0 = 1 - g2
  :: !(A0@Y);
    atomic {
      if
      :: g2 = (arr[0] + 1) % 3;
        l0 = 1;
        skip
      :: l0 != 2
      :: timeout;
        g0 = arr[1] == (2 - l0)
      fi;
      arr[0] = 1
    };
    g1 = l0 == 2
  fi
}
