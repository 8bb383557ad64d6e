/* A sliding window protocol (go-back-n) over channels that lose messages.

   Numbers are counted modulo W + 1, the smallest that is safe; -DBROKEN counts modulo W, and the
   receiver takes an old message for a new one. The payload goes round modulo M.
   -DW=w window, -DQ=q places in a channel, -DM=m.

   gyre: check --safety --por off --merge off --errors 0 -DW=1
   expect: verdict=holds states=6528 transitions=23285
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DM=3
   expect: verdict=holds states=43311 transitions=159076
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DBROKEN -DQ=1 -DM=3
   expect: verdict=violated kinds=assertion states=52308 transitions=159391
   spin: textbook */
#ifndef W
#define W 2
#endif
#ifndef Q
#define Q 2
#endif
#ifndef M
#define M 4
#endif
#ifdef BROKEN
#define S W
#else
#define S (W + 1)
#endif

chan data = [Q] of { byte, byte };
chan ack  = [Q] of { byte };

active proctype sender() {
	byte base, sent, payload;	/* first not acknowledged, how many after it, its payload */
	byte a;
	do
	:: sent < W -> data!((base + sent) % S),((payload + sent) % M); sent++
	:: sent > 0 -> sent = 0			/* go back */
	:: ack?a ->
		/* everything before a has arrived */
		if
		:: (a + S - base) % S <= W && a != base ->
			payload = (payload + (a + S - base) % S) % M;
			sent = (sent >= (a + S - base) % S -> sent - (a + S - base) % S : 0);
			base = a
		:: else
		fi;
		a = 0
	od
}

active proctype receiver() {
	byte want, s, v, value;
	do
	:: data?s,v ->
		if
		:: s == want -> assert(v == value); want = (want + 1) % S; value = (value + 1) % M
		:: else
		fi;
		s = 0; v = 0
	:: ack!want
	od
}

active proctype thief() {
	do
	:: data?_,_
	:: ack?_
	od
}
