/* In a guard as well: the error is that of whoever evaluates it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=division
   spin: none pan dies of SIGFPE */
int z;
active proctype A() { if :: 10 / z == 1 -> skip :: else -> skip fi }
