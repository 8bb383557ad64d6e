/* A claim that watches for a state that does not come may stay where it is: that is what it is there for.

   gyre: check --property never
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: cycles */
bit req, ack;
active proctype P() { do :: atomic { req = 1; ack = 1 }; atomic { req = 0; ack = 0 } od }
never {
T0: do :: req && !ack -> goto accept :: true od;
accept: do :: !ack od
}
