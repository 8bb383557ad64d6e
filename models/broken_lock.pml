/* A lock that does not lock: looking whether it is free and taking it are two steps.

   Both processes may look before either takes it. With `atomic { !locked -> locked = true }' it is correct.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=52 transitions=97
   spin: textbook */

bool locked;
byte inside;   /* how many processes are in the critical section */

active [2] proctype user()
{
	do
	::	!locked;          /* wait until the lock is free ... */
		locked = true;    /* ... and take it */

		inside++;
		assert(inside == 1);
		inside--;

		locked = false
	od
}
