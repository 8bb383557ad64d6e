/* A send on something that is no channel.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { x!1 }
