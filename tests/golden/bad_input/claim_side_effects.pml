/* A claim that assigns would change what it watches. It is refused where it is checked; without it the model is as good
   as any.

   gyre: check
   expect: exit=2
   output: claim_side_effects.pml:18:\d+: claim 'never' has side effects
   spin: none a warning of SPIN

   gyre: check --safety
   expect: verdict=holds
   spin: none a warning of SPIN */
byte x;
active proctype P()
{
	x = 1
}
never {
	x = 2;
	do :: true od
}
