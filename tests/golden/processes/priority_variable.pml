/* _priority is the process's own.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
active proctype A() priority 3 { assert(_priority == 3); _priority = 6; assert(_priority == 6); assert(get_priority(_pid) == 6) }
active proctype B() priority 4 { assert(_priority == 4) }
