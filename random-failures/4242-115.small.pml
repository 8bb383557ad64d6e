hidden byte g0;
typedef S { bit p; byte q[2] };
S str;
mtype = { red, green };
mtype colour;
active proctype A0() {
  Z: skip;
  L0: do
  :: (str.p == 0 && (timeout && g0 == 0));
    if
    :: ((g0 < 0 || str.p < 2) || !(str.q[g0 & 1] == 2));
    fi;
  od;
  if
  :: (1 && timeout);
  fi;
}
active proctype A1() provided (!(A0@Z)) {
  d_step {
    do
    :: str.q[1] < 2;
    od;
  };
}
