/* A brace is missing: the message says which one may be meant.

   gyre: check --safety
   expect: exit=2
   output: %f:15:1: error: expected '}' before 'active'
   output: %f:11:21: note: this '{' is not closed
   output: %f:12:10: note: by its indentation this '{' is not closed by the '}' of line 14
   spin: error */
byte x;

active proctype P() {
  atomic { x = 1;
  x = 2
}
active proctype Q() { x = 1 }
