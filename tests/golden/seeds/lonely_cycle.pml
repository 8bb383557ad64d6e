/* Both processes go round for ever and one of them stands at an accept label: without fairness the cycle found is that of
   one process alone, with weak fairness both move in it (Holzmann's book, the example at the end of chapter 8).

   gyre: check --acceptance --por off --search nested
   expect: verdict=violated length=2
   spin: cycles

   gyre: check --acceptance --por off --search nested --fairness weak
   expect: verdict=violated
   spin: cycles -f */
active proctype A() { bit a; accept: do :: a = 1 - a od }
active proctype B() { bit b; do :: b = 1 - b od }
