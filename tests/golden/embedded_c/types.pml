/* Every type of Promela in C, and what is cut when it is stored.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=13
   spin: textbook */
typedef Inner { bit b; byte v[2] }
typedef Outer { Inner in[2]; short s; unsigned u : 3 }
mtype = { red, green, blue };
bit flag; bool flags[3]; unsigned five : 5; short sh; pid who; mtype colour = green; Outer o; Outer oo[2]; chan c = [1] of { byte };
hidden int scratch;
active proctype A() {
  Inner mine;
  c_code { now.flag = 3; now.flags[1] = 2; now.five = 33; now.sh = -5; now.colour = 1; now.o.in[1].v[1] = 200; now.o.u = 9; now.o.s = 70000; };
  c_code { now.oo[1].in[0].b = 1; PA->mine.v[0] = now.oo[1].in[0].b + now.c; now.who = PA->_pid; scratch = 5; };
  assert(flag == 1 && flags[1] == 2 && five == 1 && sh == -5 && o.in[1].v[1] == 200 && o.u == 1 && o.s == 4464);
  assert(oo[1].in[0].b == 1 && mine.v[0] == 2 && who == 0);
  do :: c_expr { now.five < 31 } -> five = five + 10 :: else -> break od
}
