/* Dining philosophers: N of them, a fork between each two, taken left first.

   They can all hold their left fork: a deadlock. With -DPOLITE the last one takes the right fork
   first, and there is none. -DN=n philosophers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=895 transitions=2877 atomic=704
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DPOLITE
   expect: verdict=holds states=2751 transitions=9689 atomic=1660
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DN=6
   expect: verdict=violated kinds=deadlock states=26623 transitions=128251 atomic=31488
   spin: textbook */
#ifndef N
#define N 4
#endif

bool taken[N];
byte eating;

#define LEFT  (_pid)
#define RIGHT ((_pid + 1) % N)

inline take(f) { atomic { !taken[f] -> taken[f] = true } }

active [N] proctype philosopher() {
	byte first = LEFT, second = RIGHT;
#ifdef POLITE
	if
	:: _pid == N - 1 -> first = RIGHT; second = LEFT
	:: else
	fi;
#endif
	do
	:: skip;	/* think */
		take(first);
		take(second);
		eating++;
		assert(eating <= N / 2);
		eating--;
		taken[second] = false;
		taken[first] = false
	od
}
