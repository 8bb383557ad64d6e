byte x;
proctype P(byte v) { x = x * 10 + v }
init { atomic { run P(1) priority 2; run P(2) priority 7 } }
