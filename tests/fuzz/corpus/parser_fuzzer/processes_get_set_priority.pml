byte x;
active proctype A() priority 2 { assert(get_priority(0) == 2); set_priority(1, 8); x = 1; assert(x == 1) }
active proctype B() priority 1 { x = 5; set_priority(_pid, 1); x == 5 || x == 1; x = 6 }
