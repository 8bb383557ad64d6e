/* 29,791 states in a cache of 20,000: still complete.

   gyre: check --safety --por off --merge off --store cache --cache-size 20000
   expect: verdict=holds
   output: the cache of 20000 states replaced [1-9][0-9]* of them \(--codec as-is\)
   spin: none pan has no cache

   gyre: check --safety --por off --merge off --store cache --cache-size 20000 --codec compact
   expect: verdict=holds
   output: the cache of 20000 states replaced [1-9][0-9]* of them \(--codec compact\)
   spin: none pan has no cache

   gyre: check --safety --por off --merge off --store cache --cache-size 20000 --codec collapse
   expect: verdict=holds
   output: the cache of 20000 states replaced [1-9][0-9]* of them \(--codec collapse\)
   spin: none pan has no cache

   gyre: check --safety --por off --merge off --store cache --cache-size 20000 --codec tree
   expect: verdict=holds
   output: the cache of 20000 states replaced [1-9][0-9]* of them \(--codec tree\)
   spin: none pan has no cache

   gyre: check --safety --store exact --codec tree
   expect: exit=2
   output: --codec says how a cache writes its states down
   spin: none not a question for SPIN

   gyre: check --safety --por off --merge off
   expect: verdict=holds states=29791
   spin: textbook

   gyre: check --safety --store cache --search bfs
   expect: exit=2
   output: a cache forgets states
   spin: none not a question for SPIN */
byte a, b, c;
active proctype A() { end: do :: a < 15 -> a++ od }
active proctype B() { end: do :: b < 15 -> b++ od }
active proctype C() { end: do :: c < 15 -> c++ od }
