/* Two ways lead to the state before the assertion, and a depth-first search takes the longer one first: cut off at three
   steps it never comes back by the shorter one. Depths that are stored with the states (bounded), shortening, and
   searching by levels find the error (Holzmann's book, figures 8.3 to 8.6). Lengths here count the failing step.

   gyre: check --safety --por off --merge off --search dfs --depth 3
   expect: verdict=inconclusive states=3 transitions=5 depth=2
   spin: none depth limit

   gyre: check --safety --search bounded --depth 3
   expect: verdict=violated kinds=assertion length=3
   spin: none depth limit

   gyre: check --safety --search bounded --depth 2
   expect: verdict=inconclusive
   spin: none depth limit

   gyre: check --safety --por off --merge off --search dfs
   expect: verdict=violated kinds=assertion length=4
   spin: none order of the search

   gyre: check --safety --shorten
   expect: verdict=violated states=4 transitions=6 length=3
   spin: none shortening

   gyre: check --safety --search stateless --errors 0 --verbose
   expect: verdict=violated states=10 length=3 kinds=assertion
   output: search    stateless without a store, complete
   spin: none stateless search

   gyre: check --safety --search bfs
   expect: verdict=violated length=3
   spin: none breadth-first search */
byte way;

active proctype P()
{
	if
	:: way = 1; goto long_way
	:: way = 2; goto short_way
	fi;
long_way:
	way++;
short_way:
	way++;
	assert(false)
}
