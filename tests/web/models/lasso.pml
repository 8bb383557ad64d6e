/* B turns for ever. Without fairness A may never move; with weak fairness it does. */
bool done;
byte turns;

active proctype A()
{
	done = true
}

active proctype B()
{
	do
	:: turns = (turns + 1) % 3
	od
}

ltl ends { <> done }
