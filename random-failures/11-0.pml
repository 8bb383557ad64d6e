byte x, y;
chan c = [2] of { byte };
chan r = [0] of { byte };
proctype R(byte a) { x = a; if :: y == 1 -> y = 0 :: else fi }
proctype A() {
  byte a;
  x = (x + 1) % 4; c!a; a = x
}
proctype B() {
  byte a;
  do :: y != a -> if :: len(c) > 0 -> printf("%d", _pid); a++ :: else fi; x = (x + 1) % 4 :: x == 2 -> break od; a++
}
init { atomic { run A(); run R(1); run A() }; timeout; assert(x != 1) }
