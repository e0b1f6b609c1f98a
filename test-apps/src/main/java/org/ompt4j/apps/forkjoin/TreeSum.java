package org.ompt4j.apps.forkjoin;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Adds the numbers of a range by a tree of completers: each forks the right half and continues with the left one itself. */
final class TreeSum extends CountedCompleter<Void> {

    private final int from;
    private final int to;
    private final LongAdder sum;

    TreeSum(@Nullable CountedCompleter<?> completer, int from, int to, LongAdder sum) {
        super(completer);
        this.from = from;
        this.to = to;
        this.sum = sum;
    }

    /** How often a tree over this many numbers forks. */
    static int forks(int numbers) {
        return numbers - 1;
    }

    @Override
    public void compute() {
        int end = to;
        while (end - from > 1) {
            int middle = (from + end) >>> 1;
            addToPendingCount(1);
            new TreeSum(this, middle, end, sum).fork();
            end = middle;
        }
        sum.add(from);
        tryComplete();
    }
}
