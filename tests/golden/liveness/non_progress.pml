/* A cycle without progress, and none when each turn passes the label.

   gyre: check --non-progress --por off --merge off
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --por off --merge off -DGOOD
   expect: verdict=holds
   spin: none cycles

   gyre: check --non-progress --por off --merge off --search scc
   expect: verdict=violated
   spin: none cycles */
byte x;
active proctype A() {
	do
	:: x = 1 - x;
#ifdef GOOD
progress:
#endif
	   skip
	od
}
