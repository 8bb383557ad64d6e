/* Messages with too few or too many fields.

   gyre: check --safety
   expect: exit=1
   output: %f:11:3: warning: a message of 'c' has 2 fields, 1 is sent \[message-fields\]
   output: %f:12:3: warning: a message of 'c' has 2 fields, 3 are received
   spin: none SPIN says nothing */
chan c = [1] of { byte, byte };
byte a, b, d;
init {
  c!1;
  c?a,b,d;
  assert(a + b + d == 1)
}
