/* Two locks, taken in opposite order. */
byte left, right;

active proctype A()
{
	atomic { left == 0 -> left = 1 };
	atomic { right == 0 -> right = 1 };
	left = 0; right = 0
}

active proctype B()
{
	atomic { right == 0 -> right = 2 };
	atomic { left == 0 -> left = 2 };
	right = 0; left = 0
}
