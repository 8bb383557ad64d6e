/* A receiver that goes on atomically and sends: the first sender's message is still the same for whoever is asked next.
   R must not take what Q sends for an offer of P.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2 transitions=2
   spin: textbook */
chan c = [0] of { byte };
active proctype P() { c!1 }
active proctype R() {
end: do :: c?3 od
}
active proctype Q() {
end: do :: atomic { c?1; c!3 } od
}
