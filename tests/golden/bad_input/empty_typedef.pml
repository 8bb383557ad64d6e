/* A structure without members.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
typedef T { };

T t[1000];

init {
  skip
}
