import sys


def deep(n):
    return 0 if n == 0 else n + deep(n - 1)


mode = sys.argv[1]
if mode == "hello":
    print("hello")
elif mode == "sum":
    print(sum(map(int, sys.stdin.read().split())))
elif mode == "exit":
    sys.exit(3)
elif mode == "loop":
    while True:
        pass
elif mode == "memory":
    blocks = []
    while True:
        blocks.append(bytearray(b"x") * (1 << 20))
elif mode == "deep":
    sys.setrecursionlimit(200000)
    print(deep(100000))
