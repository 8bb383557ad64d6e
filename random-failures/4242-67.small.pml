int g0;
hidden short g1 = 1;
typedef S { bit p; byte q[2] };
S str;
active [2] proctype A0() {
  short l0 = 2;
  Z: skip;
  do
  :: else -> break
    {
      atomic {
        g1 = str.p == ((str.p <= 1 -> 2 : 2) | l0)
      };
    };
  od;
  {
    do
    :: g0 = 1 - l0;
    od;
  };
  short l1;
  do
  :: (l1 >= 2 -> 0 : 0);
    do
    :: (2 + 0);
      if
      :: l1 = 1 - l1;
      fi;
    od;
  od;
}
