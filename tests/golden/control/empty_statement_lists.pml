/* Blocks that hold only skip.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7 atomic=0
   spin: textbook */
active proctype A() { { skip }; atomic { skip }; d_step { skip }; if :: skip fi; do :: break od }
