/* What people write who know C better: each is told what to write instead, once.

   gyre: check --safety
   expect: exit=2
   output: %f:16:[0-9]+: error: a 'for' goes through a range: write 'for \(i : 0 \.\. 9\)
   output: %f:17:[0-9]+: error: there is no '\+=': write 'x = x \+
   output: %f:19:[0-9]+: error: there is no 'while': write 'do :: x > 0 -> \.\.\. :: else -> break od'
   output: %f:20:[0-9]+: error: the options of an 'if' begin with '::': write 'if :: x == 0 ->
   output: %f:21:[0-9]+: error: 'return' outside an inline
   output: (?s)\A(?!.*%f:18)(?!.*expected)
   spin: error */
int x = 0;
active proctype P() {
  int i;

  for (i = 0; i < 10; i++) {
    x += i
  }
  while (x > 0) { x--; }
  if (x == 0) { x = 1; } else { x = 2; }
  return;
}
