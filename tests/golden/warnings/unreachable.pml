/* Behind a goto and behind a loop that nothing leaves: the first statement of each is named.

   gyre: check --safety --ignore deadlock
   expect: verdict=holds
   output: %f:17:3: warning: control never comes to 'x = 1' \[unreachable\]
   output: %f:28:3: warning: control never comes to 'x = 4'
   output: (?s)\A(?!.*'x = [23]')
   spin: none SPIN says it after the search

   gyre: check --safety --warn no-unreachable
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model */
byte x;
active proctype P() {
  goto done;
  x = 1;
  x = 2;
  x = 3;
done:
  assert(x < 5)
}
active proctype Q() {
  do
  :: x > 0 -> x = 0
  :: x == 0 -> skip
  od;
  x = 4
}
