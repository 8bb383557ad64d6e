byte x;
active proctype A() { x = 1; x = 2 }
never { do :: x == 1 -> break :: true od; accept: do :: true od }
