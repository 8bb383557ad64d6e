/* Leader election in a one-way ring (Dolev, Klawe, Rodeh 1982): N nodes with different numbers, each
   knows only its own and that of its active left neighbour.

   The start gives node i the number (i * 3) % N + 1 when that is a permutation, else i + 1. Exactly
   one node becomes leader. -DN=n nodes, -DL=l messages fit into a channel.

   gyre: check --safety --por off --merge off --errors 0 -DN=3
   expect: verdict=holds states=376 transitions=879 atomic=12
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2426 transitions=7671 atomic=15
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DN=6
   expect: verdict=holds states=109160 transitions=521526 atomic=21
   spin: textbook */
#ifndef N
#define N 4
#endif
#ifndef L
#define L 2
#endif

#if N % 3
#define NUMBER(i) (((i) * 3) % N + 1)
#else
#define NUMBER(i) ((i) + 1)
#endif

mtype = { first, second, winner };
chan q[N] = [L] of { mtype, byte };
byte leaders;

proctype node(chan in, out; byte mine) {
	bool active_ = true;
	byte max = mine, left, v;

	out!first(mine);
	end: do
	:: in?first(v) ->
		if
		:: !active_ -> out!first(v)
		:: active_ && v != max -> out!second(v); left = v
		:: active_ && v == max -> leaders++; assert(leaders == 1); out!winner(v); break
		fi
	:: in?second(v) ->
		if
		:: !active_ -> out!second(v)
		:: active_ && left > v && left > max -> max = left; out!first(left)
		:: active_ && !(left > v && left > max) -> active_ = false
		fi
	:: in?winner(v) -> out!winner(v); break
	od
}

init {
	byte i;
	atomic {
		for (i : 0 .. N - 1) {
			run node(q[i], q[(i + 1) % N], NUMBER(i))
		}
	}
}
