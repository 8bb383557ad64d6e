/* Conditionals within conditionals.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
#define OUTER
#ifdef OUTER
# ifdef INNER
#  define V 1
# else
#  if 1
#   define V 2
#  endif
# endif
#endif
byte x = V;
active proctype A() { assert(x == 2) }
