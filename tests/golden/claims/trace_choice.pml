/* The trace branches with the model.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace,deadlock states=21 transitions=22
   spin: textbook */
mtype = { a, b, stop };
chan c = [1] of { mtype };
trace { do :: c!a; if :: c!a :: c!b fi :: c!stop; break od }
active proctype A() {
  if
  :: c!a; c?_; c!b; c?_; c!stop
  :: c!a; c?_; c!stop
  :: c!stop
  fi
}
active proctype B() { c?_ }
