hidden byte g0;
chan c0 = [2] of { byte };
proctype P(byte a) {
  {
    {
      c0!(((timeout && g0 <= 0) -> (a == 0 -> 0 : 2) : g0) + 1) % 3;
      do
      :: _nr_pr < 2;
        a > 0;
        break
      :: a <= 1;
        a < 0;
        g0 = 1 - a
      :: c0?1;
        c0!(1 + 1) % 3
      od;
      a = 1 - a
    } unless {
      !(a < 1)
    };
    printf("%d\n", (_nr_pr >= 2 -> a : 2))
  } unless {
    a <= 1
  };
  c0?eval(a)
}
active proctype A0() {
  byte l0;
  short l1 = 2;
  Z: skip;
  if
  :: l1 == 2;
    atomic {
      atomic {
        printf("%d\n", 1);
        c0?1;
        skip
      }
    };
    l0 = g0 & 3
  :: !(A0@Z);
    {
      select (g0 : 0 .. 2)
    } unless {
      c0??l0;
      skip
    }
  fi;
  c0!1;
  _nr_pr >= 3;
  Y: skip
}
init {
  run P(1)
}
