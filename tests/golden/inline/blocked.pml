/* A process that waits in an inline: the place in the inline's text, and the call. The statement begins with a
   parameter.

   gyre: check --safety
   expect: verdict=violated kinds=deadlock line=8
   output: A\(0\) at %f:8, in wait, called at :14 waits in `v == 2`
   spin: merged */
inline wait(v) { v == 2 }

byte ready = 1;

active proctype A() {
  ready = 3;
  wait(ready)
}
