chan a = [0] of { byte }; chan b = [0] of { byte };
byte x;
active proctype P() { atomic { x = 1; a!1; x = x + 100 } }
active proctype Q() { byte v; atomic { a?v; x = x + 1; b!v; x = x + 10 } }
active proctype R() { byte v; atomic { b?v; x = x * 2; x = x + 3 } }
