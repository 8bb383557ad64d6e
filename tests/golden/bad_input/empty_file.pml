/* Nothing at all: no process.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x;
