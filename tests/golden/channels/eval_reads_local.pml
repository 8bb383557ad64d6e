/* A local variable that nothing but the eval() of a receive reads is alive until then.

   gyre: check --safety
   expect: verdict=holds
   spin: reduced */
chan q = [1] of { byte };
active proctype P() { byte x; x = 2; q?eval(x) }
active proctype Q() { q!2 }
