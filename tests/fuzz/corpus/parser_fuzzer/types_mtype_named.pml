mtype:fruit = { apple, pear }
mtype:size = { small, medium, big }
mtype:fruit f = apple;
mtype:size s = small;
active proctype A() {
	assert(apple == 2 && pear == 1);
	assert(small == 3 && medium == 2 && big == 1);
	f = pear; s = big;
	assert(f == 1 && s == 1)
}
