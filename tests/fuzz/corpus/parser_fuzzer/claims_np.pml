byte x;
active proctype A() { x = 1; progress: x = 2; x = 3 }
never { do :: np_ :: !np_ od }
