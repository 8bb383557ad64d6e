/* A lock that does not work: test and set are two steps; and flags that are never given back.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion,deadlock states=121 transitions=182
   spin: textbook */
bool flag[2]; byte inside;
active [2] proctype P() {
	!flag[1 - _pid]; flag[_pid] = true; inside++; assert(inside == 1); inside--;
	if :: flag[_pid] = false :: skip fi;
	!flag[1 - _pid]
}
