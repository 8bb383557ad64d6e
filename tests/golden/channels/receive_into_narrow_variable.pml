/* A receive into a variable that is narrower than the message's field. To undo it, pan puts the value of the variable
   back into the channel, and goes on with states that do not exist (33 states, 49 transitions); with byte variables it
   has our numbers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=30 transitions=47
   spin: none pan puts another message back */
int g0;
bool g2;
chan c0 = [1] of { byte, byte };
bit p;
active proctype A1() { bit l0 = 1; if :: l0 :: c0 ?? l0,p; for (g0 : 0 .. 0) { do :: 0 od } fi }
active proctype A2() { for (g2 : 0 .. 2) { c0!2,3 } }
