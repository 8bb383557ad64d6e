/* So is a remainder.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=division
   spin: none pan dies of SIGFPE */
int z, x;
active proctype A() { if :: x = 10 % z :: x = 1 fi }
