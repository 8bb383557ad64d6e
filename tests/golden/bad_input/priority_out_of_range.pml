/* Priorities lie between 1 and 255.

   gyre: check --safety
   expect: exit=2 line=6
   spin: none SPIN takes it, and the priority wraps around */
active proctype A() priority 300 {
  skip
}
