/* Seven processes that are alike have 5,040 orders, more than are tried: a representative is not unique then, but still an
   image of its state. The same errors, and never more states.

   gyre: check --safety --symmetry off --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=54672
   spin: textbook
   gyre: check --safety --symmetry on --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=452
   spin: none it has no such reduction
   gyre: check --safety --symmetry on --por off --merge off -D FINE
   expect: verdict=holds
   spin: none it has no such reduction
   gyre: check --safety --symmetry off --por off --merge off -D FINE
   expect: verdict=holds
   spin: none told by the first case
   gyre: check --property f --symmetry on --por off --merge off -D FINE
   expect: verdict=violated
   spin: none it has no such reduction
   gyre: check --property g --symmetry on --por off --merge off -D FINE
   expect: verdict=holds
   spin: none it has no such reduction */
#define NOBODY 255
pid friend[7];
byte met;
pid first = NOBODY, second = NOBODY;

active [7] proctype P() {
  pid mine = NOBODY;
  friend[_pid] = NOBODY;
end:
  do
  :: atomic { first == NOBODY && met < 2 -> first = _pid; met++ }
  :: atomic { first != NOBODY && first != _pid && friend[_pid] == NOBODY -> friend[_pid] = first; mine = first; first = NOBODY }
  :: atomic { met == 2 && mine != NOBODY && second == NOBODY -> second = mine; assert(friend[_pid] == second) }
  :: atomic { met == 2 && second == _pid ->
#ifndef FINE
       assert(friend[_pid] == NOBODY);
#endif
       second = NOBODY; met = 9 }
  od
}
ltl f { [] (met != 9) }
ltl g { [] (met == 9 -> [] (met == 9)) }
