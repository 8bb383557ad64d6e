/* c_state in a process; its initial value is that of a global variable when the process is born.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=33 transitions=53
   spin: textbook */
int base = 3;
c_state "int mine" "Local worker" "now.base"
c_state "double half" "Local worker"
proctype worker(byte k) {
  c_code { Pworker->half = Pworker->mine / 2.0; };
  c_code { Pworker->mine += Pworker->k; };
  if :: c_expr { Pworker->half > 1.4 } -> base++ :: else -> base-- fi
}
init { atomic { run worker(1); run worker(2) } }
