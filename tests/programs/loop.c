// Never ends, and works all the time.
int main(void) {
    volatile unsigned long count = 0;
    for (;;)
        count++;
}
