package org.ompt4j.apps.findings;

import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ompt4j.apps.Measured;

/**
 * One element of a stream takes longer than all others together.
 *
 * <p>The program measures how long the thread that processed that element took for it and those that follow, at least and at most: between the
 * other elements of the same thread.
 */
public final class UnevenRegionsApp {
    private static final int ELEMENTS = 64;
    private static final long LONG_MILLIS = 800;
    private static final long SHORT_MILLIS = 1;

    private final Thread[] threads = new Thread[ELEMENTS];
    private final long[] begun = new long[ELEMENTS];
    private final long[] ended = new long[ELEMENTS];

    private UnevenRegionsApp() {}

    public static void main(String[] args) throws Exception {
        new UnevenRegionsApp().run();
        System.out.println("done");
    }

    private void run() throws IOException {
        long before = System.nanoTime();
        IntStream.range(0, ELEMENTS).parallel().forEach(this::process);
        long after = System.nanoTime();
        Measured measured = new Measured();
        long from = ofTheThread(ended).filter(each -> each < begun[0]).max().orElse(before);
        for (int last = 0; last < ELEMENTS && threads[last] == threads[0]; last++) {
            long end = ended[last];
            long until = ofTheThread(begun).filter(each -> each > end).min().orElse(after);
            measured.put(atLeast(last), end - begun[0]);
            measured.put(atMost(last), until - from);
        }
        measured.write();
    }

    private void process(int element) {
        threads[element] = Thread.currentThread();
        begun[element] = System.nanoTime();
        Work.spin(element == 0 ? LONG_MILLIS : SHORT_MILLIS);
        ended[element] = System.nanoTime();
    }

    private LongStream ofTheThread(long[] times) {
        return IntStream.range(0, ELEMENTS)
                .filter(each -> threads[each] == threads[0])
                .mapToLong(each -> times[each]);
    }

    /** The name of the measurement of how long the elements from the first one to this one took at least. */
    public static String atLeast(int last) {
        return "at least " + last;
    }

    /** As {@link #atLeast}, for how long they took at most. */
    public static String atMost(int last) {
        return "at most " + last;
    }
}
