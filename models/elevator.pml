/* An elevator with F floors: calls may come at any floor at any time, it serves them on its way and
   turns when nothing is left ahead.

   The doors are only open where it stands. -DF=f floors.

   gyre: check --safety --por off --merge off --errors 0 -DF=2
   expect: verdict=holds states=15218 transitions=50097
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DF=3
   expect: verdict=holds states=140613 transitions=474730
   spin: textbook */
#ifndef F
#define F 4
#endif

bool call[F], door[F];
byte at;
bool up = true;
bool moving;

/* People. */
active proctype people() {
	byte f;
	do
	:: select (f : 0 .. F - 1); call[f] = true
	od
}

/* The cabin. */
active proctype cabin() {
	byte k; bool ahead;
	do
	:: call[at] ->
		assert(!moving);
		door[at] = true;
		call[at] = false;
		door[at] = false
	:: !call[at] ->
		ahead = false;
		for (k : 0 .. F - 1) {
			if
			:: call[k] && ((up && k > at) || (!up && k < at)) -> ahead = true
			:: else
			fi
		}
		if
		:: ahead && up -> moving = true; at++; moving = false
		:: ahead && !up -> moving = true; at--; moving = false
		:: !ahead -> up = !up
		fi
	od
}

/* No door is open while the cabin moves, and none where it is not. */
active proctype inspector() {
	byte k;
	do
	:: select (k : 0 .. F - 1); assert(!door[k] || (k == at && !moving))
	od
}
