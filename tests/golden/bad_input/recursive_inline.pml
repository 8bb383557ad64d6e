/* An inline that calls itself.

   gyre: check --safety
   expect: exit=2 line=7|8|9
   spin: error */
byte x;
inline again(n) { x = n; 
	again(n) }
active proctype A() { again(1) }
