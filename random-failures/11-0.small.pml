byte x, y;
chan c = [2] of { byte };
proctype R(byte a) { x = a; if :: y == 1 -> y = 0 :: else fi }
proctype A() {
  byte a;
}
proctype B() {
  byte a;
}
init { atomic { run A(); run R(1); run A() }; timeout; assert(x != 1) }
