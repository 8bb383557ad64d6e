/* Polling a rendezvous channel inside atomic sequences, d_steps and effects.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=channel-misuse,d_step-block
   spin: none SPIN stops the verifier where a d_step blocks

   gyre: check
   expect: verdict=violated
   spin: none SPIN stops the verifier where a d_step blocks */
chan c = [0] of { byte };
byte x;
active proctype P() {
  if
  :: atomic { x = 1; c?[1]; x = 2 }
  :: d_step { x = 3; c?[1]; x = 4 }
  :: d_step { c?[1]; x = 5 }
  :: d_step { x = 6; if :: c?[1] -> x = 7 :: else -> x = 8 fi }
  :: d_step { if :: c?[1] -> x = 9 :: else -> x = 10 fi; x = x + 1 }
  :: x = c?[1]
  :: assert(c?[1])
  :: c?<x>
  fi
}
active proctype Q() { end: c!1 }
