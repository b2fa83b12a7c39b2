import sys
import numpy as np

n = int(sys.stdin.readline())
a = np.arange(1000 * 1000, dtype=np.float64).reshape(1000, 1000)
product = a @ np.eye(1000)  # in the threads of the library for linear algebra
assert np.array_equal(product, a) and abs(np.linalg.det(np.eye(200)) - 1) < 1e-9
print(int(np.sum(2 * np.arange(n))))
