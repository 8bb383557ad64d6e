/* The text of an inline stands for all its calls: for a byte the comparison is always true, for an int it is not.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
inline bounded(v) { assert(v < 300) }
byte x = 255;
int y = 299;
active proctype P() { bounded(x); bounded(y) }
