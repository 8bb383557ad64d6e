/* Several named claims, each with a verdict of its own.

   gyre: check --por off --merge off --property small
   expect: verdict=holds
   spin: cycles small

   gyre: check --por off --merge off --property large
   expect: verdict=violated
   spin: cycles large

   gyre: check --por off --merge off --ignore deadlock
   expect: verdict:small=holds verdict:large=violated
   spin: none SPIN checks one claim at a time */
byte x;
active proctype A() { do :: x < 5 -> x++ :: x = 0 od }
never small { do :: true :: x > 5 -> break od }
never large { do :: true :: x > 3 -> break od }
