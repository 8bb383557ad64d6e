/* What a process waits in is shown as it is written, with its macro; a macro that stands for two statements is the text
   of neither.

   gyre: check --safety
   expect: verdict=violated kinds=deadlock
   output: A\(0\)  %f:17  waits in `READY\(x\)` \(x is 1\)
   output: B\(1\)  %f:21  waits in `y > 7` \(y is 1\)
   spin: merged */
#define READY(v) (v > 1 && v < 4)
#define STEP x++
#define GUARDED y = 1; y > 7

byte x, y;

active proctype A() {
  STEP;
  READY(x)
}

active proctype B() {
  GUARDED
}
