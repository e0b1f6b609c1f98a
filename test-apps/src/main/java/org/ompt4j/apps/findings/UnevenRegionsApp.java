package org.ompt4j.apps.findings;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.ompt4j.apps.Measured;

/**
 * One element of a stream takes longer than all others together.
 *
 * <p>The program measures how long that element took.
 */
public final class UnevenRegionsApp {
    private static final int ELEMENTS = 64;
    private static final long LONG_MILLIS = 800;
    /** How long each of the other elements takes at least. */
    public static final long SHORT_MILLIS = 1;

    private UnevenRegionsApp() {}

    public static void main(String[] args) throws Exception {
        LongAdder longest = new LongAdder();
        IntStream.range(0, ELEMENTS).parallel().forEach(each -> {
            long nanos = Work.spin(each == 0 ? LONG_MILLIS : SHORT_MILLIS);
            longest.add(each == 0 ? nanos : 0);
        });
        Measured measured = new Measured();
        measured.put("longest", longest.sum());
        measured.write();
        System.out.println("done");
    }
}
