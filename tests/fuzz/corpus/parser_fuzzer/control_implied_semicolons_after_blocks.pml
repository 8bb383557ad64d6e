byte x
active proctype A()
{
	d_step {
		x = 1
		x = 2
	}
	if
	:: atomic { x = 3 }
	:: d_step { x = 4 }
	fi
	for (x : 1 .. 2) {
		skip
	}
	{ x = 9 } unless { x == 7 }
	x = 10
}
init {
	skip
}
