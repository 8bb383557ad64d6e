/* An array of mtype; constants compare by their numbers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
mtype = { red, amber, green }
mtype light[3] = red;
active proctype A() {
	light[1] = amber; light[2] = green;
	assert(light[0] == red && light[1] == amber && light[2] == green);
	assert(light[0] > light[1] && light[1] > light[2])
}
