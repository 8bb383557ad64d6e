/* What a byte can never be, or always is.

   gyre: check --safety
   expect: verdict=holds
   output: %f:15:[0-9]+: warning: x < 300 is always true: 'x' is between 0 and 255 \[constant-comparison\]
   output: %f:16:[0-9]+: warning: b == 2 is always false: 'b' is between 0 and 1
   output: %f:17:[0-9]+: warning: u >= 8 is always false: 'u' is between 0 and 7
   output: %f:18:[0-9]+: warning: s != 70000 is always true: 's' is between -32768 and 32767
   spin: none SPIN says nothing */
byte x = 250;
bit b;
unsigned u : 3;
short s;
active proctype P() {
  do :: x < 300 && x > 0 -> x++
     :: b == 2 -> skip
     :: 8 <= u -> skip
     :: x == 0 -> assert(s != 70000); break
  od;
  b = 1; u = 1; s = 1
}
