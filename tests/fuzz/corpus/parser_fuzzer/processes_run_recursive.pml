byte n;
proctype P(byte depth) { n++; if :: depth > 0 -> run P(depth - 1) :: else fi }
init { run P(3) }
