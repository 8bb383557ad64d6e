/* Two processes talk over two buffered channels.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=23 transitions=23
   spin: textbook */
chan ab = [1] of { byte }; chan ba = [1] of { byte };
active proctype A() { byte v, i; do :: i < 3 -> ab!i; ba?v; assert(v == i + 100); i++ :: else -> break od }
active proctype B() { byte v; end: do :: ab?v -> ba!(v + 100) od }
