/* A handshake, buffered messages, an atomic sequence, and something printed. */
mtype = { request, answer };
chan hand = [0] of { mtype, byte };
chan queue = [2] of { byte };
byte got;

active proctype Client()
{
	byte n;
	hand!request(3);
	atomic { queue!1; queue!2 };
	hand?answer(n);
	printf("n is %d\n", n)
}

active proctype Server()
{
	byte m;
	hand?request(m);
	queue?got;
	queue?got;
	hand!answer(m);
	assert(got == 1)
}
