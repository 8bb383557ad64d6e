hidden short g1;
active proctype A0() provided (A0@Y) {
  Y: skip
}
active proctype A1() {
  bit l0;
  short l1;
  {
    do
    :: timeout;
      do
      :: (l1 <= 2 && (timeout || l1 != 1));
      od;
    od;
  };
}
