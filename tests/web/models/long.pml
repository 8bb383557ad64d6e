/* An error after more than 10,000 steps. */
short n;

active proctype Count()
{
	do
	:: n < 5200 -> n++
	:: else -> break
	od;
	assert(n == 0)
}
