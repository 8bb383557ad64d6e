/* More than 10^6 states: counters that move independently, and a claim about all of them. */
byte a, b, c;

active proctype A() { do :: a < 100 -> a++ :: a == 100 -> break od }
active proctype B() { do :: b < 100 -> b++ :: b == 100 -> break od }
active proctype C() { do :: c < 100 -> c++ :: c == 100 -> break od }

ltl never_all { [] !(a == 99 && b == 99 && c == 99) }
