/* Peterson's algorithm, and a formula about it; `wrong` does not hold. */
bool want[2];
bit turn;
byte inside;

active [2] proctype P()
{
	do
	::	want[_pid] = true;
		turn = 1 - _pid;
		!want[1 - _pid] || turn == _pid;
cs:		inside++;
		assert(inside == 1);
		inside--;
		want[_pid] = false
	od
}

ltl safe { [] (inside < 2) }
ltl wrong { [] !(want[0] && want[1]) }
