bit g0 = 1;
hidden byte g1;
short g2 = 1;
short arr[2];
inline act(v) {
  atomic {
    g1 = 1 - g0
  };
}
active proctype A0() {
  short l0 = 1;
  short l1;
  atomic {
    {
      if
      :: l0 = 1 - l1;
      fi;
    };
  };
  Y: skip
}
active proctype A1() provided (1) {
  byte l0;
  {
    arr[g1 & 1] = 2
  };
  L1: if
  :: else -> assert((!(A0@Y) || _nr_pr < 2) || arr[0] >= 2 || g2 >= 1)
    atomic {
      if
      :: timeout;
      fi;
    };
  fi
}
