hidden int g0;
int g1;
chan c0 = [0] of { short };
chan c1 = [1] of { byte };
inline act(v) {
    atomic {
    };
}
active proctype A0() {
  bit l0 = 0;
  bit l1;
  {
    do
    :: c0?g0;
      d_step {
        l1 = l0 == l1
      };
    od
  };
  Y: skip
  if
  :: g1 < 0;
    do
    :: g1 == 0;
    od
  fi;
  d_step {
    do
    :: else -> break
    od
  }
}
