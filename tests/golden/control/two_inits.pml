/* Two init processes: both are started, as in SPIN.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
init { skip }
init { skip }
