unsigned g0 : 2;
hidden int g1;
mtype = { red, green };
mtype colour;
active proctype A0() {
  short l0;
  d_step {
    do
    :: g1;
      if
      :: g1 != 1;
      fi;
    od
  };
}
