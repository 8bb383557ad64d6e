/* Two states, one of them accepting, and a transition of each process between them: of the four copies for weak fairness
   (two processes and two more), eight states, five are reachable, and the fair cycle goes through four of them
   (Holzmann's book, figures 8.8 to 8.10).

   gyre: check --property returns --por off --search nested
   expect: verdict=violated states=3 length=3
   spin: none order of the search

   gyre: check --property returns --por off --search nested --fairness weak --errors 0
   expect: verdict=violated states=5 length=5 kinds=acceptance-cycle
   spin: none copies are counted in another way */
bit ball;

active proctype Ping() { do :: d_step { ball == 0 -> ball = 1 } od }
active proctype Pong() { do :: d_step { ball == 1 -> ball = 0 } od }

ltl returns { ! []<> (ball == 1) }
