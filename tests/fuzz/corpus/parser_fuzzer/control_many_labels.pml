byte x;
active proctype A() {
	do
	:: x == 0 -> one: x = 1
	:: x == 1 -> x = 2; goto two
	:: x == 4 -> goto three
	od;
	do
	:: x == 9 -> goto one
	:: x == 2 -> two: x = 3; if :: x == 3 -> x = 4; goto four :: else fi
	od;
four:	if :: x == 4 -> x = 0; goto five :: else fi;
three:	x = 8;
five:	assert(x == 0)
}
