typedef rec { byte a; byte b };
rec r;
proctype P(rec q) { assert(q.a == 3 && q.b == 0); q.a = 9 }
init { r.a = 3; run P(r); assert(r.a == 3) }
