/* Peterson's filter lock: mutual exclusion for N processes through N - 1 levels.

   At each level the last one to arrive waits as long as anybody else is at that level or above it.
   One process looks at the others one after the other, as a real program has to.
   -DN=n processes.

   gyre: check --safety --por off --merge off --errors 0 -DN=2
   expect: verdict=holds states=392 transitions=755
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=29876 transitions=83611
   spin: textbook */
#ifndef N
#define N 3
#endif

byte level[N];    /* how far process i has come; 0: not interested */
byte last[N];     /* who arrived last at a level */
byte inside;

active [N] proctype P() {
	byte l, k;
	do
	:: for (l : 1 .. N - 1) {
		level[_pid] = l;
		last[l] = _pid;
		k = 0;
		do
		:: k == N -> break
		:: k < N && (k == _pid || level[k] < l || last[l] != _pid) -> k++
		od
	   }
	   inside++;
	   assert(inside == 1);
	   inside--;
	   level[_pid] = 0
	od
}
