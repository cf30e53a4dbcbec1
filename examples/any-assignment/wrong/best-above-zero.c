/* Reads marks from 0 to 100; prints how many there are, the best and the median. */
#include <stdio.h>

#define MOST 1000

static int count[101];

static int read_marks(void)
{
    int mark, marks = 0;
    while (marks < MOST && scanf("%d", &mark) == 1) {
        if (mark < 0 || mark > 100) {
            printf("ignored %d\n", mark);
            continue;
        }
        count[mark]++;
        marks++;
    }
    return marks;
}

static int best(void)
{
    for (int mark = 100; mark > 0; mark--) {
        if (count[mark] > 0) {
            return mark;
        }
    }
    return -1;
}

/* The lower one of the two in the middle where there are two. */
static int median(int marks)
{
    int seen = 0;
    for (int mark = 0; mark <= 100; mark++) {
        seen += count[mark];
        if (2 * seen >= marks) {
            return mark;
        }
    }
    return -1;
}

int main(void)
{
    int marks = read_marks();
    printf("marks %d\n", marks);
    if (marks > 0) {
        printf("best %d\n", best());
        printf("median %d\n", median(marks));
    }
    return 0;
}
