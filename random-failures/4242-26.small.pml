hidden int g0;
byte g1;
int g2 = 0;
chan c0 = [2] of { short, byte };
active proctype A0() {
  do
  :: g1 = 0;
    atomic {
      if
      :: g2 == 1;
      fi;
    };
  od;
}
