/* c_track of a number and of a structure, which is compared byte by byte.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=121 transitions=220
   spin: textbook */
c_decl { typedef struct Box { char name[5]; short level; } Box; }
c_code { int counter = 1; Box box; }
c_track "&counter" "sizeof(int)"
c_track "&box" "sizeof(Box)" "Matched"
byte t;
active proctype A() { do :: c_expr { counter < 5 } -> c_code { counter++; box.level = counter % 3; } :: else -> break od }
active proctype B() { do :: t < 3 -> t++; c_code { strcpy(box.name, now.t == 1 ? "one" : "more"); } :: else -> break od }
