/* Labels of progress and acceptance at local statements stay where they are when statements are merged.

   gyre: check --non-progress --por off --merge off
   expect: verdict:non-progress=holds states=192
   spin: progress
   gyre: check --non-progress --por off --merge on
   expect: verdict:non-progress=holds states=32
   spin: progress
   gyre: check --acceptance --por off --merge off
   expect: verdict:acceptance=violated
   spin: cycles
   gyre: check --acceptance --por on --merge on
   expect: verdict:acceptance=violated
   spin: cycles */
byte g;
active [2] proctype P() {
  byte i;
  do
  :: g = 1 - g; i++; i = i % 2;
progress: i = 1;
accept: i = 0;
     i = 2; i = 0
  od
}
