/* Producers and consumers with a bounded buffer kept in an array, under a lock, with two counters.

   Each of P producers brings K items, C consumers take them; what comes out is what went in.
   -DP=p -DC=c -DB=b (places in the buffer) -DK=k.

   gyre: check --safety --por off --merge off --errors 0 -DP=1 -DC=1
   expect: verdict=holds states=210 transitions=359 atomic=28
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=27828 transitions=86667 atomic=5227
   spin: textbook */
#ifndef P
#define P 2
#endif
#ifndef C
#define C 2
#endif
#ifndef B
#define B 2
#endif
#ifndef K
#define K 2
#endif

byte buffer[B], head, count;
bool locked;
byte brought, taken;

inline lock()   { atomic { !locked -> locked = true } }
inline unlock() { locked = false }

active [P] proctype producer() {
	byte k;
	for (k : 1 .. K) {
		lock();
		do
		:: count < B -> break
		:: count == B -> unlock(); lock()
		od;
		buffer[(head + count) % B] = k;
		count++;
		brought = brought + k;
		unlock()
	}
}

active [C] proctype consumer() {
	byte v;
	do
	:: lock();
		if
		:: count > 0 ->
			v = buffer[head];
			assert(v >= 1 && v <= K);
			buffer[head] = 0;
			head = (head + 1) % B;
			count--;
			taken = taken + v;
			unlock()
		:: count == 0 ->
			unlock();
			if
			:: taken == P * (K * (K + 1)) / 2 -> assert(taken == brought); break
			:: else
			fi
		fi;
		v = 0
	od
}
