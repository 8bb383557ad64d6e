/* The third field is another one.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=6 transitions=6
   spin: textbook */
mtype = { open, close };
chan c = [2] of { mtype, byte, byte };
byte x, y;
trace { do :: c!open,x,3; c?open,_,_ od }
active proctype A() { c!open,7,3; c?open,x,y; c!open,7,4; c?_,x,y }
