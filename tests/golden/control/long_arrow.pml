/* `-->` is read as `->`, as SPIN's lexer does; it is most likely a slip.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6 line=9
   output: warning: .*-->
   spin: textbook */
byte a = 2, b = 1;
active proctype P() {
  if :: a > b --> a = 7 :: else --> skip fi;
  a--; assert(a == 6)
}
