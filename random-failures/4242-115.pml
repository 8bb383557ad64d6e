hidden byte g0;
typedef S { bit p; byte q[2] };
S str;
mtype = { red, green };
mtype colour;
active proctype A0() {
  Z: skip;
  L0: do
  :: (str.p == 0 && (timeout && g0 == 0));
    str.q[0] = 2;
    if
    :: ((g0 < 0 || str.p < 2) || !(str.q[g0 & 1] == 2));
      colour = red
    :: (timeout || str.q[0] != 2);
      colour = red
    fi;
    break
  od;
  byte m;;
  if
  :: g0 = (2 + 1) % 3;
    g0 = (g0 - str.p) == str.q[g0 & 1]
  :: str.q[1] < 1;
    printf("%d\n", 1)
  :: (1 && timeout);
    str.q[0] = (str.q[1] + 1) % 3
  fi;
  str.p = ((0 | 0) + 1) % 3;
  m = str.q[1];
  Y: skip
}
active proctype A1() provided (!(A0@Z)) {
  d_step {
    g0 = 0 & 3;
    do
    :: str.q[0] <= 2;
      do
      :: (g0 > 1 && (g0 == 0 || g0 > 2));
        break
      :: else -> break
      od;
      break
    :: !(g0 <= 2);
      if
      :: 2;
        g0 = 1 - str.q[0];
        str.q[1] = 1 - str.q[g0 & 1]
      :: else -> g0 = (str.q[0] + 1) % 3
      fi
    :: str.q[1] < 2;
      g0 = 1 - str.p
    :: else -> break
    od;
    colour = red
  };
  colour = green;
  skip
}
