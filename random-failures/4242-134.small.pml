hidden byte g0;
byte arr[2];
chan c0 = [2] of { byte };
inline act(v) {
    v = 2 & 3
}
active proctype A0() {
  short l0;
  {
    if
    :: c0?1;
      if
      :: arr[g0 & 1] < 1
      fi;
    fi
  };
}
active proctype A1() {
  bit l0 = 2;
  L1: for (g0 : 0 .. 1) {
    act(l0)
  }
}
