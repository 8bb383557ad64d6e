/* A local statement that may fail is not merged for a formula: its error would take with it the step before, and what
   others can do in between, which is all that these formulas are about.

   gyre: check --por off --merge off --property prefix
   expect: verdict=violated
   spin: none a division by zero kills pan
   gyre: check --por off --merge on --property prefix
   expect: verdict=violated
   spin: none a division by zero kills pan
   gyre: check --por off --merge on --property later
   expect: verdict=violated
   spin: none a division by zero kills pan
   gyre: check --por on --merge on --property later
   expect: verdict=violated
   spin: none a division by zero kills pan
   gyre: check --merge on --property ctl_cli_1 --ctl "EF (h == 1 & g == 1)"
   expect: verdict=holds
   spin: none a division by zero kills pan */
byte g, h;
active proctype Fails() {
  byte j;
  h = 1;
  j = 4 / j;
  h = 2
}
active proctype Goes() { do :: h == 1 -> g = 1 - g od }
ltl prefix { [] (h == 0) }
ltl later { [] (g == 0) }
