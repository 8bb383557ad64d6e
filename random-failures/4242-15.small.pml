hidden int g0 = 0;
int g1;
inline act(v) {
    {
      atomic {
      }
    };
  for (g1 : 0 .. 1) {
  }
}
active proctype A0() {
  Y: skip
}
