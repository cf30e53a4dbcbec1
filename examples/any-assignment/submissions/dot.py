import sys

marks = []
for mark in map(int, sys.stdin.read().split()):
    if 0 <= mark <= 100:
        marks.append(mark)
    else:
        print("ignored", mark)
marks.sort()
print("marks", len(marks))
if marks:
    print("best", marks[-1])
    print("median", marks[len(marks) // 2])
