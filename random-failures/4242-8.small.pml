hidden int g0;
bool g1;
chan c0 = [1] of { bit };
proctype P(byte a) {
  byte m = 1;;
  {
    c0!2 & 3
  };
  L2: if
  :: A0@Y;
  fi;
}
active [2] proctype A0() {
  Y: skip
}
