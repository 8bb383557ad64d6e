/* A limit of the checker is no error of the model: nothing is known about what lies behind it. Neither is a claim known
   to hold, nor does a run end there.

   gyre: check --safety --por off --merge off --max-processes 5
   expect: verdict=inconclusive
   output: %f:\d+:\d+: more than 5 processes in `run P\(\)`.*--max-processes
   spin: none it has a limit of its own
   gyre: check --por off --merge off --max-processes 5 --errors 0 --ltl "[] (x < 2)"
   expect: verdict=inconclusive verdict:ltl_cli_1=inconclusive
   spin: none it has a limit of its own
   gyre: check --por off --merge off --max-processes 5 --property ltl_cli_1 --ltl "<> (x == 2)"
   expect: verdict=inconclusive
   spin: none it has a limit of its own
   gyre: check --por off --merge off --max-processes 5 --property ltl_cli_1 --ltl "[] (x == 0)"
   expect: verdict=violated
   spin: none it has a limit of its own
   gyre: check --max-processes 5 --acceptance
   expect: verdict=inconclusive
   spin: none it has a limit of its own
   gyre: check --max-processes 5 --non-progress
   expect: verdict=inconclusive
   spin: none it has a limit of its own
   gyre: check --max-processes 5 --property ctl_cli_1 --ctl "AG (x < 2)"
   expect: verdict=inconclusive
   spin: none it has a limit of its own */
byte x;

proctype P() {
  false
}

init {
  do
  :: run P(); x = 1
  od;
accept: skip
}
