byte x;
active proctype A() { atomic { if :: x = 1 :: x = 2 fi; if :: x = x + 1 :: x = x + 2 fi }; x = 0 }
