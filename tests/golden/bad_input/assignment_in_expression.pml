/* `=` where a comparison was meant, and operators that Promela does not have.

   gyre: check --safety
   expect: exit=2
   output: %f:13:[0-9]+: error: '=' assigns, and cannot stand in an expression: did you mean '=='
   output: %f:14:[0-9]+: error: '=' assigns
   output: %f:15:[0-9]+: error: there is no operator 'and': write '&&'
   output: (?s)\A(?!.*expected)
   spin: error */
byte turn;
bool a, b;
active proctype P() {
  (turn = 1);
  assert(turn = 1);
  a and b
}
