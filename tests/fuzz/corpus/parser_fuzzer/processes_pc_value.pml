byte a, b;
active proctype A() { skip; skip }
active proctype B() { a = pc_value(0); b = pc_value(1) }
