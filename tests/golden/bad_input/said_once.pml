/* An inline that is used three times, and a type that is: each error is said once.

   gyre: check --safety
   expect: exit=2 line=8
   output: \A\S*%f:8:\d+: error: only unsigned variables have a width\n.*\n.*\n\S*%f:12:\d+: error: 'missing' is not declared\n.*\n.*\n\Z
   spin: refused */
typedef Pair {
  bit small : 1
}

inline set(x) {
  x = missing
}

Pair one, two;

init {
  byte a;
  set(a);
  set(a);
  set(a)
}
