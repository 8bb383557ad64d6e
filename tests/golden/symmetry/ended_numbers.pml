/* Who has ended waits until it is the youngest: its number is not given again, but others can still compare with it.

   gyre: check --safety --symmetry on --errors 0
   expect: verdict=violated kinds=deadlock
   spin: kinds
   gyre: check --safety --symmetry on --errors 0 --por off --merge off
   expect: verdict=violated kinds=deadlock
   spin: none the states are representatives */
pid last = 255;

active [3] proctype P() {
  if
  :: last == 255 -> last = _pid
  :: last != 255 && last != _pid -> last == _pid  /* never */
  fi
}
