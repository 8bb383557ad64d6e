/* A lock that knows its owner: numbers are stored and compared, and 255 is nobody's.

   gyre: check --safety --symmetry off --por off --merge off
   expect: verdict=holds states=17 transitions=21
   spin: textbook
   gyre: check --safety -v --symmetry on --por off --merge off
   expect: verdict=holds states=5
   output: symmetry: instances are interchangeable: Client
   spin: none it has no such reduction */
#define NOBODY 255
pid owner = NOBODY;
byte inside;

active [4] proctype Client() {
  do
  :: atomic { owner == NOBODY -> owner = _pid };
     inside++;
     assert(inside == 1 && owner == _pid);
     inside--;
     owner = NOBODY
  od
}
