/* Misspelt names, a local variable in a formula, a process that is called instead of run.

   gyre: check
   expect: exit=2
   output: %f:12:3: error: a process is started by 'run': write 'run Q
   spin: error */
byte count;
proctype Q(byte n) { byte own; own = n; count = own }
active proctype P() {
  count = 1;
  cuont = 2;
  Q(1)
}
ltl f { [] (own < 2) }
