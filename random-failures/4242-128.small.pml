hidden int g1;
int g2 = 0;
typedef S { bit p; byte q[2] };
S str;
chan c0 = [1] of { byte };
chan c1 = [0] of { short };
active proctype A0() {
  atomic {
    atomic {
      if
      :: str.p >= 0
      fi;
    };
  };
}
