/* Nothing of this is unreachable by control flow: switches that are turned off, code of an inline that one of its calls
   reaches, escapes, the end of a process behind an endless loop, a marker of what must not be reached.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
#define DEBUG 0
byte x;
inline leave(flag) {
  if
  :: flag -> goto out
  :: else -> skip
  fi;
  x = 1
}
active proctype P() {
  if :: DEBUG -> printf("x is %d\n", x) :: else fi;
  d_step { x = 0; if :: x == 0 -> x = 2 :: else -> x = 3 fi };
  { do :: x < 10 -> x++ od } unless { x == 10 -> x = 5 };
  leave(x == 5);
  assert(false);
out:
  assert(x == 5)
}
active proctype Q() {
end:
  do
  :: x == 100 -> skip
  od
}
