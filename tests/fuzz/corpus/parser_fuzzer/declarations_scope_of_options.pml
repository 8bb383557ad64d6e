byte g;
active proctype A() { if :: g == 0 -> { byte t = 1; g = t } :: g == 0 -> { short t = 2; g = t } fi; assert(g == 1 || g == 2) }
