/* c?x,eval(x) compares with the x before the receive.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [1] of { byte, byte };
byte x = 1;
active proctype A() { c!9,1; if :: c?x,eval(x) -> assert(x == 9) :: timeout -> assert(false) fi }
