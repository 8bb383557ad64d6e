/* A formula is decided by a state, which is read with the step behind it. Among representatives that step is a death,
   which the run itself cannot take there.

   gyre: check --property f --symmetry on --por off
   expect: verdict=violated
   spin: cycles f */
byte x;
pid seen;

proctype P() {
  pid mine = 0;
  mine = _pid;
  seen = mine
}

init {
  atomic { run P(); run P(); run P() };
  x = 1
}

ltl f { [] (x == 0) }
