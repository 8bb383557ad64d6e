/* An assignment as a guard is always executable: the else beside it is never taken.

   gyre: check --safety
   expect: verdict=violated
   output: warning: '=' assigns, which is always possible: 'else' is never taken; did you mean '=='\? \[assignment-guard\]
   output: %f:28:11: warning: .* and waits for nothing; did you mean
   spin: none SPIN says nothing

   gyre: check --safety --warn no-assignment-guard
   expect: verdict=violated
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model

   gyre: check --safety --warn none --warn assignment-guard --warn error
   expect: exit=2
   output: error: .*\[assignment-guard\]
   spin: none SPIN says nothing */
byte turn;
active proctype P() {
  if
  :: turn = 1 -> assert(turn == 1)
  :: else -> skip
  fi
}
active proctype Q() {
  if
  :: turn < 2 -> skip
  :: turn = 0 -> skip
  fi
}
