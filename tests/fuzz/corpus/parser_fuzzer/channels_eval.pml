chan c = [2] of { byte };
byte x = 5;
active proctype A() { c!4; c!5; if :: c?eval(x) -> assert(false) :: c?eval(x - 1) fi; c?eval(x); assert(x == 5) }
