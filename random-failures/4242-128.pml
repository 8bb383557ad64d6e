short g0;
hidden int g1;
int g2 = 0;
typedef S { bit p; byte q[2] };
S str;
chan c0 = [1] of { byte };
chan c1 = [0] of { short };
active proctype A0() {
  byte l0 = 2;
  Z: skip;
  c1!!len(c1) & 3;
  atomic {
    atomic {
      if
      :: c0!1 - str.p;
        l0 <= 0
      :: _nr_pr < 2;
        timeout
      :: str.p >= 0
      fi;
      str.p == 1
    };
    g1 = 1;
    select (g2 : 0 .. g1)
  };
  Y: skip
}
