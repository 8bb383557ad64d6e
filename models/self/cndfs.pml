/* Nested depth-first search by two threads, as src/search/cndfs.h does it: CNDFS (Evangelista, Laarman, Petrucci & van de
   Pol, ATVA 2012), on every graph of N nodes.

   Which edges there are and which nodes are accepting is chosen first; `bad` says whether the first node reaches an
   accepting cycle. Each look at a colour that the workers share, and each change of one, is a step of its own. What is
   asserted: a cycle that is found is there, and if none is found there is none. That there is no deadlock means that
   the workers do not wait for each other for ever. With -DN=3 there are 3.4 million states.
   -DONE takes one graph of five nodes: on it a cycle is missed if nobody waits (-DNOWAIT).

   gyre: check --safety
   expect: verdict=holds
   spin: reduced
   gyre: check --safety -DONE
   expect: verdict=holds
   spin: reduced
   gyre: check --safety -DONE -DNOWAIT
   expect: verdict=violated kinds=assertion
   spin: reduced
   gyre: check --safety --threads 2
   expect: verdict=holds
   spin: reduced */
#ifdef ONE
#define N 5
#endif
#ifndef N
#define N 2
#endif
#define EDGE(s, t) edge[(s) * N + (t)]	/* from s to t */

bit edge[N * N], accepting[N];
bit reach[N * N];		/* by at least one edge */
bit bad, found;
bit blue[N], red[N];
byte ended;

/* What a worker can do at once: it needs nothing that others change, or looks at one thing that they do. */
proctype worker(bit backward)
{
	bit cyan[N], pink[N];
	byte first[N], second[N];	/* the stacks, and the edge whose turn it is */
	byte first_next[N], second_next[N];
	byte s, t, depth, deep;

	cyan[0] = 1; depth = 1;
	do
	:: found -> break
	:: !found && depth == 0 -> break
	:: !found && depth > 0 && first_next[depth - 1] < N ->
		atomic {
			s = first[depth - 1];
			t = (backward -> N - 1 - first_next[depth - 1] : first_next[depth - 1]);
			first_next[depth - 1]++;
			if
			:: EDGE(s, t) && cyan[t] && (accepting[s] || accepting[t]) -> assert(bad); found = 1
			:: EDGE(s, t) && !cyan[t] && !blue[t] ->
				cyan[t] = 1; first[depth] = t; first_next[depth] = 0; depth++
			:: else
			fi
		}
	:: !found && depth > 0 && first_next[depth - 1] == N ->
		s = first[depth - 1];
		blue[s] = 1;
		if
		:: !accepting[s]
		:: else ->
			atomic { second[0] = s; second_next[0] = 0; pink[s] = 1; deep = 1 }
			do
			:: found || deep == 0 -> break
			:: !found && deep > 0 && second_next[deep - 1] < N ->
				atomic {
					s = second[deep - 1];
					t = (backward -> N - 1 - second_next[deep - 1] : second_next[deep - 1]);
					second_next[deep - 1]++;
					if
					:: EDGE(s, t) && cyan[t] -> assert(bad); found = 1
					:: EDGE(s, t) && !cyan[t] && !pink[t] && !red[t] ->
						pink[t] = 1; second[deep] = t; second_next[deep] = 0; deep++
					:: else
					fi
				}
			:: !found && deep > 0 && second_next[deep - 1] == N -> deep--
			od;
			s = first[depth - 1];
			t = 0;
			do
			:: t == N -> break
			:: t < N ->
#ifndef NOWAIT
				if
				:: !pink[t] || !accepting[t] || t == s
				:: pink[t] && accepting[t] && t != s -> (red[t] || found)
				fi;
#endif
				t++
			od;
			t = 0;
			do
			:: found || t == N -> break
			:: !found && t < N ->
				if
				:: pink[t] -> red[t] = 1; pink[t] = 0
				:: else
				fi;
				t++
			od
		fi;
		atomic { cyan[s] = 0; depth--; s = 0; t = 0 }
	od;
	ended++;
	ended == 2;
	assert(found == bad)
}

init
{
	byte i, j, k;
	/* Which graph it is. */
#ifdef ONE
	EDGE(0, 1) = 1; EDGE(0, 4) = 1; EDGE(1, 2) = 1; EDGE(2, 3) = 1; EDGE(3, 4) = 1; EDGE(4, 2) = 1;
	accepting[1] = 1; accepting[2] = 1;
#else
	do
	:: i < N * N -> if :: edge[i] = 1 :: skip fi; i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < N -> if :: accepting[i] = 1 :: skip fi; i++
	:: else -> break
	od;
#endif
	skip;
	d_step {
		i = 0;
		do
		:: i < N * N -> reach[i] = edge[i]; i++
		:: else -> break
		od;
		k = 0;
		do
		:: k < N ->
			i = 0;
			do
			:: i < N ->
				j = 0;
				do
				:: j < N ->
					reach[i * N + j] = reach[i * N + j] || (reach[i * N + k] && reach[k * N + j]);
					j++
				:: else -> break
				od;
				i++
			:: else -> break
			od;
			k++
		:: else -> break
		od;
		i = 0;
		do
		:: i < N ->
			bad = bad || (accepting[i] && reach[i * N + i] && (i == 0 || reach[i]));
			i++
		:: else -> break
		od;
		i = 0; j = 0; k = 0
	};
	atomic { run worker(0); run worker(1) }
}
