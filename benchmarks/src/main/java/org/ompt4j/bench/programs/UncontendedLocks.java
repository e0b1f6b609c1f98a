package org.ompt4j.bench.programs;

import java.util.function.Supplier;

/** Numbers with a lock each, which only one thread uses, with some tenth of a microsecond of work between two uses. */
final class UncontendedLocks implements Workload {
    private static final int NUMBERS = 64;
    private static final int TURNS = 1_200_000;
    private static final int WORK = 50;

    private final Guard[] numbers = new Guard[NUMBERS];

    UncontendedLocks(Supplier<Guard> guards) {
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] = guards.get();
        }
    }

    @Override
    public void round() {
        for (int i = 0; i < TURNS; i++) {
            long amount = Work.steps(WORK, i);
            numbers[(int) (amount & NUMBERS - 1)].change(1);
        }
        System.out.println(numbers[0].value);
    }
}
