/* Peterson's algorithm for two processes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=418 transitions=731
   spin: textbook */
bool flag[2]; bit turn; byte inside;
active [2] proctype P() {
	byte k;
	do
	:: k < 2 ->
		flag[_pid] = true; turn = 1 - _pid;
		(!flag[1 - _pid] || turn == _pid);
		inside++; assert(inside == 1); inside--;
		flag[_pid] = false; k++
	:: else -> break
	od
}
