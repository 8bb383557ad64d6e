typedef cell { byte v; byte w[2] };
typedef row { cell c[3]; byte n };
typedef table { row r[2]; cell extra };
table t;
active proctype A() {
	byte i = 1;
	t.r[1].c[2].w[1] = 7;
	t.r[i].c[i + 1].w[0] = t.r[1].c[2].w[1] + 1;
	t.extra.w[i] = 9;
	t.r[0].n++;
	assert(t.r[1].c[2].w[0] == 8 && t.r[1].c[2].w[1] == 7);
	assert(t.extra.w[1] == 9 && t.extra.w[0] == 0 && t.r[0].n == 1 && t.r[1].n == 0);
	assert(t.r[0].c[2].w[1] == 0)
}
