/* A channel that does not exist in a question, in an effect and in a d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=uninitialised-channel
   spin: none SPIN reads whatever lies there

   gyre: check
   expect: verdict=violated kinds=uninitialised-channel
   spin: none SPIN reads whatever lies there */
chan c = [1] of { byte };
byte x;
active proctype P() {
  byte n = 9;
  chan d;
  d = n;
  if
  :: len(d) == 0
  :: d?[1]
  :: full(d)
  :: x = len(d)
  :: assert(empty(d))
  :: c!len(d)
  :: d?n
  :: d!!1
  :: d_step { x = 1; d!1; x = 2 }
  :: d_step { d?x; x = 2 }
  :: atomic { x = 3; d?x }
  fi
}
