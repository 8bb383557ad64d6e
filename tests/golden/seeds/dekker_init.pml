/* Dekker's algorithm as models/dekker.pml has it, with both processes started by a third: 101 states and 202
   transitions, the numbers of Godefroid & Holzmann (1993), figure 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=101 transitions=202
   spin: textbook

   gyre: check --property entry --por off --search magic --hybrid claim --fairness weak
   expect: verdict=holds
   spin: cycles entry -f */
bool wants1, wants2;
byte turn = 1;

proctype P1()
{
l0:	skip;
l1:	wants1 = true;
l2:	if :: !wants2 -> goto l7 :: else fi;
l3:	if :: turn == 1 -> goto l2 :: else fi;
l4:	wants1 = false;
l5:	if :: turn == 1 -> goto l1 :: else -> goto l5 fi;
l7:	turn = 2;
l8:	wants1 = false;
	goto l0
}

proctype P2()
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

init { atomic { run P1(); run P2() } }

ltl entry { [] (P1@l1 -> <> P1@l7) }
ltl fair_entry { ([]<> moves(P1) && []<> moves(P2)) -> [] (P1@l1 -> <> P1@l7) }
