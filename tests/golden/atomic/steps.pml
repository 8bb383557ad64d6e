/* States inside an atomic are not stored nor matched; only its end is; inner steps count as atomic steps only.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19 atomic=14
   spin: textbook */
byte x;
active [2] proctype A() { atomic { x++; x++; x++ }; x-- }
