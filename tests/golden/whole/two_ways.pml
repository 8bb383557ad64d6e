/* Two ways to an error, one of three steps and one of four, the longer one first (the example for depth-limited search
   in Holzmann's chapter 8). A plain depth-first search with a bound of three misses it and must not say `holds`; with
   stored depths it is found.

   gyre: check --safety --por off --merge off --depth 3
   expect: verdict=inconclusive
   spin: none bounds

   gyre: check --safety --por off --merge off --search bounded --depth 3
   expect: verdict=violated length=3
   spin: none bounds

   gyre: check --safety --por off --merge off --search bfs
   expect: verdict=violated length=3
   spin: none bounds

   gyre: check --safety --por off --merge off --shortest
   expect: verdict=violated length=3
   spin: none bounds

   gyre: check --safety --por off --merge off --shorten
   expect: verdict=violated length=3
   output: lengths of the counterexamples found on the way: 4, 3
   spin: none bounds

   gyre: check --safety --por off --merge off --search stateless --shorten
   expect: verdict=violated length=3
   output: lengths of the counterexamples found on the way: 4, 3
   spin: none bounds

   gyre: check --safety --por off --merge off --search stateless --shorten --depth 2
   expect: verdict=inconclusive
   output: complete up to 2 steps
   spin: none bounds */
byte x;
init {
	if
	:: x = 1; goto first
	:: x = 2; goto second
	fi;
first:	x++;
second:	x++;
	assert(false)
}
