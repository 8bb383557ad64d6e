/* Constants that do not fit: in declarations, assignments, messages and arguments.

   gyre: check --safety
   expect: verdict=holds
   output: %f:18:7: warning: 70000 does not fit into 'y', which holds -32768 to 32767: it becomes 4464 \[truncation\]
   output: %f:19:5: warning: 2 does not fit into 'b', which holds 0 to 1: it becomes 0
   output: %f:22:3: warning: 256 does not fit into 'x', which holds 0 to 255: it becomes 0
   output: %f:23:3: warning: -1 does not fit into 'a\[\.\.\]', .* it becomes 255
   output: %f:24:5: warning: 300 does not fit into field 1 of 'c'
   output: %f:26:9: warning: 257 does not fit into parameter 'n' of 'Q'
   spin: none SPIN truncates silently

   gyre: check --safety --warn no-truncation
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model */
byte x, a[2];
short y = 70000;
bit b = 2;
chan c = [1] of { byte };
init {
  x = 255 + 1;
  a[1] = -1;
  c!300;
  assert(x == 0 && y == 4464 && b == 0 && a[1] == 255);
  run Q(257)
}
proctype Q(byte n) { assert(n == 1); c?eval(44) }
