byte x, y;
active proctype A() {
	do
	:: x < 3 ->
		if
		:: x == 1 -> y = 1
		:: else -> if :: y == 1 -> y = 2 :: else -> skip fi
		fi;
		x++
	:: else -> break
	od;
	assert(y == 2)
}
