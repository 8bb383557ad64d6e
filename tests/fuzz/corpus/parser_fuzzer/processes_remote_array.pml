active proctype A() { byte a[2]; a[1] = 5; end: false }
active proctype B() { A[0]:a[1] == 5; assert(A[0]:a[0] == 0) }
