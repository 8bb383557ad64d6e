/* Not a model at all.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
int main(void) { return 0; }
