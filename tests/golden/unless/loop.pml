/* Over a loop: the usual way to leave it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
byte x; bool stop;
active proctype A() { do :: x = 1 - x od unless { stop }; x = 5 }
active proctype B() { stop = true }
