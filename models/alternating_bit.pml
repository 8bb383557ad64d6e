/* The alternating bit protocol (Bartlett, Scantlebury, Wilkinson 1969) over channels that lose and
   repeat messages.

   The sender sends the numbers 0 .. M-1 round and round; the receiver must get them in this order.
   -DQ=q messages fit into a channel, -DM=m different numbers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2268 transitions=8230
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DQ=6
   expect: verdict=holds states=20402 transitions=88308
   spin: textbook */
#ifndef Q
#define Q 2
#endif
#ifndef M
#define M 3
#endif

chan data = [Q] of { bit, byte };
chan ack  = [Q] of { bit };

active proctype sender() {
	bit mine, got;
	byte n;
	do
	:: data!mine,n
	:: ack?got ->
		if
		:: got == mine -> mine = 1 - mine; n = (n + 1) % M
		:: else
		fi
	od
}

active proctype receiver() {
	bit expected = 0, got, last = 1;
	byte v, want;
	do
	:: data?got,v ->
		last = got;
		if
		:: got == expected -> assert(v == want); want = (want + 1) % M; expected = 1 - expected
		:: else
		fi
	:: ack!last
	od
}

/* What can go wrong: a message at the head is lost. */
active proctype thief() {
	do
	:: data?_,_
	:: ack?_
	od
}
