/* What is asked for is answered at once, and p is simply true: no sign that nothing was asked. That the automaton of the
   negation stays where it is says nothing about that.

   gyre: check --property answered
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles

   gyre: check --property again
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles

   gyre: check --property for_ever
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles

   gyre: check --property next_one --por off
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles

   gyre: check --property trivial
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles */
bit req, ack, p = 1;
active proctype P() { do :: atomic { req = 1; ack = 1 }; atomic { req = 0; ack = 0 } od }
ltl answered { [] (req -> <> ack) }
ltl again { []<> p }
ltl for_ever { <>[] p }
ltl next_one { [] (req -> X !req) }
ltl trivial { [] (req -> (ack || !ack)) }
