/* Without the old rule the same text is an error: a semicolon is read after the first `)`.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x, y;
active proctype A() {
	if
	:: (x == 0)
	   && (y == 0) -> x = 1
	:: else
	fi
}
