/* Peterson's algorithm: mutual exclusion for two processes.

   A process first says that it wants to enter, then gives the turn to the other, and waits while the other
   wants to enter and has the turn. G. L. Peterson, "Myths about the mutual exclusion problem", 1981.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=38 transitions=65
   spin: textbook */

bool wants[2];
byte turn;
byte inside;   /* how many processes are in the critical section */

active [2] proctype user()
{
	byte other = 1 - _pid;

	do
	::	wants[_pid] = true;
		turn = other;
		(!wants[other] || turn == _pid);

		inside++;
		assert(inside == 1);
		inside--;

		wants[_pid] = false
	od
}
