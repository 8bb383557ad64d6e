/* A token ring: the token goes round; who has it may use the bus for one of its waiting jobs.

   Jobs arrive at any station, up to J at a time; the token is lost never and there is one only.
   -DN=n stations, -DJ=j.

   gyre: check --safety --por off --merge off --errors 0 -DN=2
   expect: verdict=holds states=470 transitions=863
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3600 transitions=9481
   spin: textbook */
#ifndef N
#define N 3
#endif
#ifndef J
#define J 2
#endif

chan next[N] = [0] of { bit };
byte on_bus;
byte jobs[N];

active [N] proctype station() {
	bool has = (_pid == 0);
	bit b;
	do
	:: jobs[_pid] < J -> jobs[_pid]++
	:: has && jobs[_pid] > 0 ->
		on_bus++;
		assert(on_bus == 1);
		jobs[_pid]--;
		on_bus--;
		has = false;
		next[(_pid + 1) % N]!1
	:: has && jobs[_pid] == 0 -> has = false; next[(_pid + 1) % N]!1
	:: next[_pid]?b -> assert(!has); has = true
	od
}
