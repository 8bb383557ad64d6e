/* Several fields of several types.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
mtype = { data, ack };
chan c = [2] of { mtype, byte, short, bool };
active proctype A() {
	mtype t; byte b; short s; bool o;
	c!data,3,-4,true; c!ack,255,70000,0;
	c?t,b,s,o; assert(t == data && b == 3 && s == -4 && o);
	c?t,b,s,o; assert(t == ack && b == 255 && s == 4464 && !o)
}
