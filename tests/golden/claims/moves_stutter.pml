/* Nobody moves in a stutter step; the step of dying is one by the process that dies; init is a process too.

   gyre: check --por off --merge off --errors 0
   expect: verdict:stops=holds verdict:once=holds verdict:first=holds verdict:ever=violated
   spin: none SPIN has no such atom */
byte x;
init { x = 1; x = 2 }
ltl stops { <>[] !moves(init) }
ltl once { moves(init) && X moves(init) && X X moves(init) && X X X [] !moves(0) }
ltl first { (moves(init) && x == 0) && X (x == 1) }
ltl ever { [] moves(init) }
