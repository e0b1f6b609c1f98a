package org.ompt4j.apps.findings;

import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ompt4j.apps.Measured;

/**
 * The source of a parallel stream produces its elements one after the other, and takes longer for this than the stream for their processing.
 *
 * <p>The program measures how long the source took, at least and at most: the stream took all of it.
 */
public final class SequentialSourceApp {
    private static final int ELEMENTS = 20;
    /** For each element the source works for this time, and then sleeps for this time. */
    private static final long HALF_MILLIS = 10;

    private SequentialSourceApp() {}

    public static void main(String[] args) throws Exception {
        LongAdder sum = new LongAdder();
        // The first stream loads classes, which would add to the measured time.
        stream(List.of(0, 0, 0).iterator()).forEach(sum::add);
        SlowSource source = new SlowSource();
        Measured measured = new Measured();
        measured.now("begun");
        stream(source).forEach(sum::add);
        measured.now("ended");
        measured.put("at least", source.tookNanos);
        measured.put("at most", measured.between("begun", "ended"));
        measured.write();
        System.out.println(sum);
    }

    private static Stream<Integer> stream(Iterator<Integer> source) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(source, 0), true);
    }

    private static final class SlowSource implements Iterator<Integer> {
        private int given;
        private long tookNanos;

        @Override
        public boolean hasNext() {
            return given < ELEMENTS;
        }

        @Override
        public Integer next() {
            long begun = System.nanoTime();
            Work.spin(HALF_MILLIS);
            sleep();
            tookNanos += System.nanoTime() - begun;
            return given++;
        }

        private static void sleep() {
            try {
                Thread.sleep(HALF_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
