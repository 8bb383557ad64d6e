/* Memory that the C asks for: before that there is nothing at the address.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=28 transitions=33
   spin: textbook */
c_code { char *block; }
c_track "block" "16"
byte x;
init {
  c_code { block = malloc(16); memset(block, 0, 16); };
  do
  :: x < 3 -> c_code { block[now.x] = 'a' + now.x; }; x++
  :: x > 0 -> c_code { block[now.x] = 0; }; x--
  :: x == 3 -> break
  od;
  assert(c_expr { block[1] == 'b' })
}
