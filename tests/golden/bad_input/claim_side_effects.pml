/* A claim that assigns would change what it watches. It is not checked by default, and refused where it is asked for;
   without it the model is as good as any.

   gyre: check
   expect: exit=3 verdict=holds verdict:never=not-checked
   output: claim_side_effects.pml:23:\d+: claim 'never' has side effects
   spin: none a warning of SPIN

   gyre: check --property never
   expect: exit=2
   output: claim_side_effects.pml:23:\d+: claim 'never' has side effects
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
