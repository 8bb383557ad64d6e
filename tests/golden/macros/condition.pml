/* A macro as a condition of several processes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=21 atomic=5
   spin: textbook */
#define free (owner == 9)
byte owner = 9;
active [2] proctype A() { atomic { free -> owner = _pid }; assert(!free); owner = 9 }
