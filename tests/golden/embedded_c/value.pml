/* The value of an expression of C in an assignment and beside other conditions.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15
   spin: none spin -a complains of the call and writes a verifier all the same, whose numbers these are */
c_decl { static int square(int n) { return n * n; } }
int x, y;
active proctype A() {
  do
  :: y < 4 -> y++; x = c_expr { square(now.y) } + 1
  :: c_expr { now.x == 17 } && y == 4 -> break
  od
}
