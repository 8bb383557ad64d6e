"""Models and small words that the debugging sessions have in common."""

from pathlib import Path

from client import Failure

MODELS = Path(__file__).resolve().parent.parent.parent / "models"

# A sender that blocks when the channel is full, and a receiver that waits for permission.
FULL = """mtype = { data, stop };
typedef Box { byte size; byte part[2] };
chan c = [2] of { mtype, byte };
byte count;
Box box[2];
bool allowed;
inline put(v) {
  c!data,v;
  count++
}
active proctype S() {
  byte i = 1;
  do
  :: i < 5 ->
    put(i);
    i++
  :: else -> break
  od
}
active proctype R() {
  allowed;
  atomic {
    c?data,box[1].part[0];
    box[1].size = 1;
    box[0].size = 2
  }
  printf("got %d\\n", box[1].part[0])
}
"""
PUT, CALL, INCREASE, RECEIVE = 8, 15, 9, 23  # lines of it

ENDLESS = """byte x, rounds;
active proctype P() {
  do
  :: x++
  :: x--
  od
}
active proctype Q() {
  do
  :: rounds++
  od
}
"""

# Many states, so that a check of it can be ended in between.
LARGE = """byte a, b, c, d;
active proctype P() { do :: a++ :: b++ od }
active proctype Q() { do :: c++ :: d++ od }
"""

RENDEZVOUS = """chan q = [0] of { byte };
byte got;
active proctype S() { q!5; q!6 }
active proctype R() { do :: q?got od }
"""

LASSO = """byte x;
active proctype P() { x = 9; do :: x = 1; x = 2 :: x == 9 -> x = 3 od }
ltl never_two { [] <> (x == 3) }
"""


def expect(is_, wanted, what):
    if is_ != wanted:
        raise Failure(f"{what}: {is_!r}, expected {wanted!r}")


def contains(text, part):
    if part not in text:
        raise Failure(f"{part!r} is not in {text!r}")


def names(variables):
    return {v["name"]: v["value"] for v in variables}


def written(folder, name, text):
    path = Path(folder) / name
    path.write_text(text)
    return path
