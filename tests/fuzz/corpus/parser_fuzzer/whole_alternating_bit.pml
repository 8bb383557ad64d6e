chan data = [1] of { bit, byte }; chan ack = [1] of { bit };
active proctype S() { bit b; byte n; do :: data!b,n :: ack?eval(b) -> b = 1 - b; n = (n + 1) % 3 :: ack?eval(1 - b) od }
active proctype R() { bit e; byte want, v; do :: data?eval(e),v -> assert(v == want); ack!e; e = 1 - e; want = (want + 1) % 3 :: data?eval(1 - e),v -> ack!(1 - e) :: data?_,_ :: ack?_ od }
