/* The same lock without its atomic: the error is found among representatives, and shown as a run of the model.

   gyre: check --safety --symmetry on --errors 0
   expect: verdict=violated kinds=assertion line=18
   spin: kinds
   gyre: check --safety --symmetry on --errors 0 --por off --merge off --search bfs
   expect: verdict=violated kinds=assertion line=18
   spin: none the states are representatives */
#define NOBODY 255
byte owner = NOBODY;
byte inside;

active [3] proctype Client() {
  do
  :: owner == NOBODY ->
     owner = _pid;
     inside++;
     assert(inside == 1 && owner == _pid);
     inside--;
     owner = NOBODY
  od
}
