/* Numbers are decimal; 0x10 is not read as 0.

   gyre: check --safety
   expect: exit=2 line=9
   spin: error */
int x;

init {
  x = 0x10
}
