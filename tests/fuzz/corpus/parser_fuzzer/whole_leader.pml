#define N 3
chan q[N] = [N] of { byte };
byte leaders;
proctype node(byte i; byte id) {
	byte m; chan in = q[i]; chan out = q[(i + 1) % N];
	out!id;
	end: do
	:: in?m ->
		if
		:: m > id -> out!m
		:: m == id -> leaders++; assert(leaders == 1 && id == 7); break
		:: m < id
		fi
	od
}
init { atomic { run node(0, 5); run node(1, 7); run node(2, 3) } }
