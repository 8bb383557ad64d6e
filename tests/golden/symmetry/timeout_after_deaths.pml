/* A timeout is true when nobody can move, and to die is a move: the run has deaths that the representatives lack.

   gyre: check --safety --symmetry on --errors 0
   expect: verdict=violated kinds=assertion line=17
   spin: kinds */
byte done;

proctype Worker() { done++ }

init {
  atomic {
    run Worker();
    run Worker();
    run Worker()
  }
  timeout;
  assert(done != 3)
}
