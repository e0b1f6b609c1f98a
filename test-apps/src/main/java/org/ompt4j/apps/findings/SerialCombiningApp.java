package org.ompt4j.apps.findings;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.ompt4j.apps.Measured;

/**
 * The last step of a parallel stream, which combines two partial results while nothing else is left to do, takes long.
 *
 * <p>The program measures how long that step took, at least and at most: the whole stream takes little longer.
 */
public final class SerialCombiningApp {
    private static final int ELEMENTS = 64;
    private static final long COMBINE_MILLIS = 400;

    private SerialCombiningApp() {}

    public static void main(String[] args) throws Exception {
        LongAdder last = new LongAdder();
        // The first stream loads classes, which would add to the measured time.
        count(ELEMENTS - 1, last);
        Measured measured = new Measured();
        measured.now("begun");
        int count = count(ELEMENTS, last);
        measured.now("ended");
        measured.put("at least", last.sum());
        measured.put("at most", measured.between("begun", "ended"));
        measured.write();
        System.out.println(count);
    }

    private static int count(int elements, LongAdder last) {
        return IntStream.range(0, elements)
                .parallel()
                .collect(() -> new int[1], (sum, each) -> sum[0]++, (one, other) -> {
                    one[0] += other[0];
                    last.add(one[0] == ELEMENTS ? Work.spin(COMBINE_MILLIS) : 0);
                })[0];
    }
}
