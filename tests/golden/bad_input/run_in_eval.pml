/* A process cannot be started while a message is being compared.

   gyre: check --safety
   expect: exit=2 line=14
   spin: none SPIN takes it */
chan c = [1] of { byte };

proctype P() {
  skip
}

init {
  c!1;
  c?eval(run P())
}
