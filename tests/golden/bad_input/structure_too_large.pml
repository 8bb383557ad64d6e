/* Structures inside structures: each level has a thousand times as many elements.

   gyre: check --safety
   expect: exit=2 line=10
   spin: none SPIN takes minutes */
typedef A { byte x[1000] };
typedef B { A a[1000] };
typedef C { B b[1000] };

C c;
chan q = [1] of { B };

init {
  q!c.b[0]
}
