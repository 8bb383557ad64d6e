/* A finite run goes on for ever in its last state: <>[] holds there, and what never came stays away.

   gyre: check --por off --merge off
   expect: verdict:stays=holds verdict:comes=violated verdict:next=holds
   spin: none cycles */
byte x;
active proctype A() { x = 1; x = 2 }
ltl stays { <>[] (x == 2) }
ltl comes { <> (x == 3) }
ltl next { X (x == 1) }
