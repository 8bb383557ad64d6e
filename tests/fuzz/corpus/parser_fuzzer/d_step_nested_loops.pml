byte i, j, n;
active proctype A() { d_step { do :: i < 3 -> j = 0; do :: j < 3 -> if :: i == j -> n++ :: i != j -> skip fi; j++ :: else -> break od; i++ :: else -> break od }; assert(n == 3) }
