/* A lock as programs in C have it, followed by c_track.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=37 transitions=75
   spin: textbook */
c_decl {
  typedef struct Lock { int held, owner; } Lock;
  static int take(Lock *l, int who) { if (l->held) return 0; l->held = 1; l->owner = who; return 1; }
  static void give(Lock *l) { l->held = 0; }
}
c_code { Lock the_lock; }
c_track "&the_lock" "sizeof(Lock)"
byte inside; bool ok;
active [2] proctype Client() {
  bool got;
  do
  :: c_code { PClient->got = take(&the_lock, PClient->_pid); };
     if :: got -> inside++; assert(inside == 1); inside--; c_code { give(&the_lock); } :: else fi
  od
}
