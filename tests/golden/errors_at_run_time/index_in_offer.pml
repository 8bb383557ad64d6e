/* While a rendezvous is offered, all processes are asked whether they accept; a receive whose channel cannot be told
   then, because the index is out of range, is an error of the model. Inside an atomic sequence nobody else sees it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety --por off --merge off -DBUFFERED --errors 0
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety --por off --merge off -DD_STEP --errors 0
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety --por off --merge off -DOTHERS
   expect: verdict=holds
   spin: textbook
   gyre: check --safety
   expect: verdict=violated kinds=index
   spin: none reduction is on */
#ifdef BUFFERED
#define SLOTS 1
#else
#define SLOTS 0
#endif
chan c = [0] of { byte };
chan d[2] = [SLOTS] of { byte };
byte i;

active proctype R() {
  byte x;
end:
  do
#ifdef D_STEP
  :: d_step { d[i]?x -> x = 0 }
#else
  :: d[i]?x
#endif
  od
}
active proctype T() { byte x; end: do :: atomic { c?x -> i = 0 } od }
#ifdef OTHERS
active proctype S() { atomic { i = 3; i = 1; c!1; i = 0 } }
#else
active proctype S() { atomic { i = 3; c!1; i = 0 } }
#endif
