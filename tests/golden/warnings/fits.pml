/* What fits is no truncation: the ends of the ranges, and elements of bit arrays, which are bytes.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
byte x = 255;
short y = -32768;
bit b = 1;
bool f[2];
unsigned u : 5 = 31;
int i = 2147483647;
active proctype P() {
  f[1] = 2;
  assert(x == 255 && y == -32768 && b == 1 && f[1] == 2 && u == 31 && i > 0)
}
