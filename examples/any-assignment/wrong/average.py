"""Takes the average for the median."""
import sys

good = []
for mark in map(int, sys.stdin.read().split()):
    if 0 <= mark <= 100:
        good.append(mark)
    else:
        print("ignored", mark)
print("marks", len(good))
if good:
    print("best", max(good))
    print("median", sum(good) // len(good))
