/* Both lights are green after eight steps, and there the shortest counterexample ends (spin -bfs: eight steps, too).

   gyre: check --por off --merge off --property safe --shortest
   expect: verdict=violated length=8
   spin: none cycles

   gyre: check --por off --merge off --property branching
   expect: verdict=violated length=8
   spin: none cycles

   gyre: check --por off --merge off --property red --shortest
   expect: verdict=holds
   output: \A(?![\s\S]*smallest length)
   spin: none cycles */
mtype = { red, green, yellow };
mtype ns = red, ew = red;
bool req_ns, req_ew;
active proctype NS() {
  do
  :: req_ns && ew == red -> ns = green; ns = yellow; ns = red; req_ns = false
  od
}
active proctype EW() {
  do
  :: req_ew && ns == red -> ew = green; ew = yellow; ew = red; req_ew = false
  od
}
active proctype cars() {
  do
  :: !req_ns -> req_ns = true
  :: !req_ew -> req_ew = true
  od
}
ltl safe { [] !(ns == green && ew == green) }
ltl red { [] (ns == red || ns == green || ns == yellow) }
ctl branching { AG !(ns == green && ew == green) }
