/* Dekker's algorithm: mutual exclusion for two, with a turn. E. W. Dijkstra, "Cooperating sequential processes".

   Each line of the algorithm is one step, jumps are free, and waiting is a step that changes nothing, so each process
   can always move. Whoever wants to enter does, but only if the other is allowed to move: `entry` fails plainly and
   holds under weak, strong and impartial fairness, and as a formula with the fairness in it (`fair_entry`).

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=100 transitions=201
   spin: textbook */

bool wants1, wants2;
byte turn = 1;

active proctype P1()
{
l0:	skip;				/* noncritical section */
l1:	wants1 = true;
l2:	if :: !wants2 -> goto l7 :: else fi;
l3:	if :: turn == 1 -> goto l2 :: else fi;
l4:	wants1 = false;
l5:	if :: turn == 1 -> goto l1 :: else -> goto l5 fi;
l7:	turn = 2;			/* critical section */
l8:	wants1 = false;
	goto l0
}

active proctype P2()
{
m0:	skip;
m1:	wants2 = true;
m2:	if :: !wants1 -> goto m7 :: else fi;
m3:	if :: turn == 2 -> goto m2 :: else fi;
m4:	wants2 = false;
m5:	if :: turn == 2 -> goto m1 :: else -> goto m5 fi;
m7:	turn = 1;
m8:	wants2 = false;
	goto m0
}

ltl exclusion { [] !(P1@l7 && P2@m7) }
ltl entry { [] (P1@l1 -> <> P1@l7) }
ltl fair_entry { ([]<> moves(P1) && []<> moves(P2)) -> [] (P1@l1 -> <> P1@l7) }
