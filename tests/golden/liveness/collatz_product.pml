/* Two processes that halve and triple one number, and a claim that looks for x < 4 for ever: the product of six states
   of the system with the two of the claim has ten, and no accepting cycle, because x comes back to 4. pan -a stores
   them as well.

   gyre: check --por off --merge off --property never --search nested
   expect: verdict=holds states=10
   spin: none cycles */
int x = 4;
never {
start:
	if
	:: !(x >= 4) -> goto accept_below
	:: true -> goto start
	fi;
accept_below:
	if
	:: !(x >= 4) -> goto accept_below
	fi
}
active proctype odd() { do :: x % 2 -> x = 3 * x + 1 od }
active proctype even() { do :: !(x % 2) -> x = x / 2 od }
