/* A statement of an inline stands where the inline's text stands, also if it begins with a parameter: so
   does SPIN. The calls around it are told, from the innermost to the outermost.

   gyre: check --safety
   expect: verdict=violated kinds=assertion length=6 line=10
   output: %f:10:3: assertion violated: v < 3\n  in inline incr, called at \S*%f:15:3\n  in inline twice, called at \S*%f:21:12\n
   spin: merged */
inline incr(v) {
  v = v + 1;
  assert(v < 3)
}

inline twice(w) {
  incr(w);
  incr(w)
}

byte g;

active proctype A() {
  incr(g); twice(g)
}
