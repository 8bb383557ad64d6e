/* c_state in the state vector: a number with an initial value and an array.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=259 transitions=437
   spin: textbook */
c_state "short n" "Global" "2"
c_state "int table[4]" "Global"
byte g;
active [2] proctype P() {
  byte i;
  do
  :: i < 2 -> c_code { now.table[now.n % 4] += PP->_pid + 1; now.n++; }; i++
  :: else -> break
  od;
  c_code { now.g = now.table[2]; }
}
