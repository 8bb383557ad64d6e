/* A variable of C that is set back with the state and not compared, beside one that is.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=133 transitions=243
   spin: textbook */
c_code { int visits; int level; }
c_track "&visits" "sizeof(int)" "UnMatched"
c_track "&level" "sizeof(int)" "Matched"
byte x;
active [2] proctype A() {
  byte i;
  do
  :: i < 3 -> c_code { visits++; level = (level + 1) % 3; }; i++
  :: else -> break
  od
}
