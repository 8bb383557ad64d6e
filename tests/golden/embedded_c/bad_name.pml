/* A name that the C does not know is an error at its place.

   gyre: check --embedded-c
   expect: exit=2 line=10
   output: C: no member named .y. in .struct State.
   spin: none its C compiler would tell */
byte x;
active proctype A() {
  c_code { now.x = 1;
           now.y = 2; }
}
