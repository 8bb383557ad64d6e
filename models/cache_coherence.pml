/* A bus with N caches of one line (MSI): a cache reads, writes or throws its line away; the others
   listen on the bus.

   At most one cache has the line modified, and then nobody shares it; every valid copy has the last
   value written. The bus is a lock, its messages take a step for each listener.
   -DN=n caches, -DV=v values.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2610 transitions=4761 atomic=296
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DN=3
   expect: verdict=holds states=46442 transitions=104065 atomic=4752
   spin: textbook */
#ifndef N
#define N 2
#endif
#ifndef V
#define V 2
#endif

mtype = { invalid, shared, modified };
mtype line[N] = invalid;
byte copy[N];
byte memory, latest;
bool bus;

inline grab()    { atomic { !bus -> bus = true } }
inline release() { bus = false }

/* The others give the line up (exclusive) or share it; a modified one is written back first. */
inline snoop(exclusive) {
	for (k : 0 .. N - 1) {
		if
		:: d_step {
			k != _pid && line[k] == modified ->
			memory = copy[k];
			line[k] = (exclusive -> invalid : shared)
		   }
		:: k != _pid && line[k] == shared && exclusive -> line[k] = invalid
		:: else
		fi;
		if
		:: line[k] == invalid -> copy[k] = 0
		:: else
		fi
	}
	k = 0
}

active [N] proctype cache() {
	byte k;
	do
	:: line[_pid] == invalid ->		/* read miss */
		grab();
		snoop(false);
		copy[_pid] = memory;
		line[_pid] = shared;
		release()
	:: line[_pid] != invalid ->		/* read hit */
		d_step { line[_pid] != invalid -> assert(copy[_pid] == latest) }
	:: line[_pid] != modified ->		/* write miss */
		grab();
		snoop(true);
		copy[_pid] = memory;
		line[_pid] = modified;
		release()
	:: line[_pid] == modified ->		/* write hit */
		d_step { line[_pid] == modified -> copy[_pid] = (latest + 1) % V; latest = copy[_pid] }
	:: line[_pid] == modified ->		/* write back */
		grab();
		if
		:: line[_pid] == modified -> memory = copy[_pid]; line[_pid] = invalid; copy[_pid] = 0
		:: else
		fi;
		release()
	od
}

active proctype inspector() {
	byte i, owners, valid;
	end: do
	:: d_step {
		!bus;
		owners = 0; valid = 0;
		for (i : 0 .. N - 1) {
			if
			:: line[i] == modified -> owners++; valid++
			:: line[i] == shared -> valid++
			:: else
			fi
		}
		assert(owners == 0 || (owners == 1 && valid == 1));
		i = 0; owners = 0; valid = 0
	   }
	od
}
