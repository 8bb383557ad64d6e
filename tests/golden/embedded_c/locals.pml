/* Local variables, arrays and bits of a process in its C.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=111 transitions=201
   spin: textbook */
int sum;
active [2] proctype A() {
  byte i; short a[3]; bit b;
  do
  :: c_expr { PA->i < 3 } -> c_code { PA->a[PA->i] = PA->i * (PA->_pid + 1); PA->i++; PA->b = PA->i; }
  :: else -> break
  od;
  c_code { now.sum += PA->a[0] + PA->a[1] + PA->a[2]; };
  assert(b == 1)
}
