byte x, y;
active proctype A() {
	goto in;
	do
	:: x < 3 ->
in:		x++;
		if :: x == 2 -> goto out :: else fi
	:: else -> break
	od;
	assert(false);
out:	y = x
}
