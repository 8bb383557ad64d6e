/* Lamport's bakery: take a number larger than all others, and wait for the smaller ones.

   Numbers would grow for ever, so a process that would draw more than T waits until the shop is
   empty. -DN=n processes, -DT=t.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4521 transitions=8690
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DT=8
   expect: verdict=holds states=9293 transitions=17794
   spin: textbook */
#ifndef N
#define N 2
#endif
#ifndef T
#define T 4
#endif

bool choosing[N];
byte number[N];
byte inside;

active [N] proctype customer() {
	byte k, max;
	do
	:: choosing[_pid] = true;
		max = 0;
		for (k : 0 .. N - 1) {
			if
			:: number[k] > max -> max = number[k]
			:: else
			fi
		}
		if
		:: max < T ->
			number[_pid] = max + 1;
			choosing[_pid] = false;
			for (k : 0 .. N - 1) {
				!choosing[k];
				(number[k] == 0 || number[k] > number[_pid]
				 || (number[k] == number[_pid] && k >= _pid))
			}
			inside++;
			assert(inside == 1);
			inside--;
			number[_pid] = 0
		:: else -> choosing[_pid] = false
		fi;
		max = 0
	od
}
