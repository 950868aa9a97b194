# What judge calibrate measures in Python: one kind of work a run, named on standard input.
import sys

kind = sys.stdin.readline().strip()
total = 0
if kind == "integer":
    for i in range(1, 4000000):
        total += (i * 2654435761) % i if i % 3 else i
elif kind == "memory":
    cells = [1] * (1 << 21)
    state = 12345
    for i in range(1500000):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        total += cells[state & ((1 << 21) - 1)]
elif kind == "allocation":
    tree = {}
    for i in range(600000):
        tree.setdefault(i * 7919 % 100003, []).append(i)
    total = len(tree)
elif kind == "output":
    for i in range(1000000):
        print(i)
print(total)
