/* Several errors are all reported in one run.

   gyre: check --safety
   expect: exit=2
   output: %f:10:\d+
   output: %f:11:\d+
   spin: error */
byte x;
active proctype A() {
	x = nosuch1;
	x = nosuch2
}
