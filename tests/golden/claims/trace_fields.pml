/* Constants and eval are compared, other names and _ fit anything; fields that are not named are not looked at.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
mtype = { open, close };
chan c = [2] of { mtype, byte, byte };
byte x, y, k = 4;
trace { c!open,x,3; c?open,_,_; c!close; c?close,eval(k),y }
active proctype A() { c!open,7,3; c?open,x,y; c!close,4,5; c?_,x,y }
