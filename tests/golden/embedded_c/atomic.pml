/* C inside of atomic sequences.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=724 transitions=1736
   spin: textbook */
byte x, busy;
active [3] proctype A() {
  byte n;
  do
  :: atomic { c_expr { now.busy == 0 } -> c_code { now.busy = PA->_pid + 1; }; c_code { now.x = now.x * 2 + 1; } };
     busy = 0; n++;
     if :: n == 2 -> break :: else fi
  od
}
