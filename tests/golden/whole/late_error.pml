/* An error that depth-first search comes to only after 100,000 states, when --search auto has left that order: it is
   searched for anew, with paths, and all errors are counted as depth-first search does.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated states=156622 transitions=459180 depth=187 kinds=assertion
   spin: textbook
   gyre: check --safety --por off --merge off --search pseudo-dfs
   expect: verdict=violated kinds=assertion
   spin: kinds
   gyre: check --safety --por off --merge off --threads 2
   expect: verdict=violated kinds=assertion
   spin: kinds
   gyre: check --safety --por off --merge off --search bfs --threads 2 --errors 0
   expect: verdict=violated states=156622 transitions=459180 kinds=assertion
   spin: kinds */
byte a, b, c;

active proctype A() {
	do
	:: a < 40 -> a++
	:: a == 40 -> assert(b > 0 || c > 0); break
	od
}
active proctype B() {
	do
	:: b < 40 -> b++
	:: b == 40 -> break
	od
}
active proctype C() {
	do
	:: c < 10 -> c++
	:: c == 10 -> break
	od
}
