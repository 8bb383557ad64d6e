hidden byte g0;
chan c0 = [2] of { byte };
proctype P(byte a) {
  {
    {
      do
      :: _nr_pr < 2;
      od;
    };
  };
}
active proctype A0() {
  byte l0;
  short l1 = 2;
  Z: skip;
  if
  :: l1 == 2;
    atomic {
      atomic {
        skip
      }
    };
    {
      skip
    }
  fi;
}
