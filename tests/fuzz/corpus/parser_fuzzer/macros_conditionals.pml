#define A 2
#ifdef A
#define R1 1
#else
#define R1 100
#endif
#ifndef B
#define R2 2
#endif
#if A == 1
#define R3 100
#elif A == 2 && !defined(B)
#define R3 4
#else
#define R3 200
#endif
#if 0
this is not Promela at all
#endif
#undef A
#ifdef A
#define R4 100
#else
#define R4 8
#endif
byte x = R1 + R2 + R3 + R4;
active proctype P() { assert(x == 15) }
