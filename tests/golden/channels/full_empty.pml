/* full, empty and their negations nfull, nempty.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
chan c = [2] of { bit };
active proctype A() { assert(empty(c)); c!1; assert(nempty(c)); assert(nfull(c)); c!1; assert(full(c)); c?_; c?_; empty(c); nfull(c) }
