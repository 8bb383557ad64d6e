/* Numbers wait in a channel: first come, first served.

   gyre: check --safety --symmetry off --por off --merge off
   expect: verdict=holds states=202 transitions=376
   spin: textbook
   gyre: check --safety -v --symmetry on --por off --merge off
   expect: verdict=holds states=40
   output: interchangeable: Client
   spin: none it has no such reduction */
chan wait = [3] of { pid };
bool turn[4];
byte inside;

active proctype Server() {
  pid who;
  do
  :: wait?who; turn[who] = true; !turn[who]
  od
}

active [3] proctype Client() {
  do
  :: wait!_pid; turn[_pid]; inside++; assert(inside == 1); inside--; turn[_pid] = false
  od
}
