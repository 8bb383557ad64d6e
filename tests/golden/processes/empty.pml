/* A process whose only statement is skip, and a model that has just init.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
init { skip }
