/* Two kinds of workers, started in either order. Nobody asks for a number, so that the two orders are one, and a worker
   that has ended is gone, whether it is the youngest or not: 3 * 3 pairs and the initial state.

   gyre: check --safety --symmetry off --por off --merge off
   expect: verdict=holds states=27 transitions=40
   spin: textbook
   gyre: check --safety --symmetry on --por off --merge off
   expect: verdict=holds states=10
   spin: none it has no such reduction */
byte busy;

proctype Up() { busy++; busy-- }
proctype Down() { busy = busy + 2; busy = busy - 2 }

init {
  if
  :: atomic { run Up(); run Down() }
  :: atomic { run Down(); run Up() }
  fi
}
