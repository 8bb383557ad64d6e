/* A send with more values than the channel has fields.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
chan c = [1] of { byte };
active proctype A() { c!1,2,3 }
