byte x;
active D_proctype A() { do :: x < 3 -> x++ :: else -> break od }
