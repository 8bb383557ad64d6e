/* Division by zero is an error of the model.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=division
   spin: none pan dies of SIGFPE */
int z, x;
active proctype A() { x = 1; x = 10 / z; assert(true) }
