/* Does not parse: an assignment where a condition must be, and a name that nobody has declared. */
byte count;

active proctype P()
{
	if
	:: (count = 1) -> skip
	:: else -> cuont = 2
	fi
}
