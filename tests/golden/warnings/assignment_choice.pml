/* A choice among values is no mistake, with arrows or without; neither is an increment.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
byte x, y;
active proctype P() {
  if
  :: x = 1 -> y = 1
  :: x = 2 -> y = 2
  fi;
  do
  :: x < 5 -> x = x + 1
  :: x < 4; x = 5
  :: x < 3; x++; y++
  :: x >= 5 -> break
  od;
  assert(y > 0)
}
