/* A precondition that is false is an error.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=violated states=26 transitions=28 kinds=embedded-c
   output: the precondition is false: now.x < 5 in the C of
   spin: none pan calls it by the text of the condition */
byte x;
active proctype A() {
  do
  :: x < 5 -> x++
  :: x > 2 -> c_code [now.x < 5] { now.x--; }
  :: break
  od
}
