package org.ompt4j.bench;

import java.util.Map;
import java.util.Optional;

/** The results of one JDK for each subject, calculated from raw data. */
final class Figures {
    /** Rounds of programs: milliseconds of the wall clock, and of processor time of the whole JVM. */
    static final String WALL = "wall";

    static final String PROCESSOR = "cpu";

    /** Iterations of JMH: nanoseconds. */
    static final String SCORE = "score";

    /** Of memory: bytes with no threads, and bytes more for each thread that lives or has ended. */
    static final String BASE = "base";

    static final String LIVE = "live";
    static final String ENDED = "ended";

    /** Of memory: the number of threads of the JVM itself. */
    static final String THREADS = "threads";

    /** Of traces. */
    static final String NUMBER_OF_EVENTS = "events";

    static final String BYTES = "bytes";

    static final String NANO_TIME = "PeerBenchmark.nanoTime";
    static final String JFR_EVENT = "PeerBenchmark.jfrEvent";
    static final String NOTHING = "PeerBenchmark.nothing";
    static final String EVENT = "EventBenchmark.event";
    static final String EVENT_INSIDE_HOOK = "EventBenchmark.eventInsideHook";

    private final RawData data;
    private final int jdk;

    Figures(RawData data, int jdk) {
        this.data = data;
        this.jdk = jdk;
    }

    Optional<Spread> value(Suite suite, String subject, Setting setting, String metric) {
        return Spread.of(data.values(jdk, suite, subject, setting, metric));
    }

    /** The additional milliseconds of a JVM. */
    Optional<Spread> addedMillis(String subject, Setting setting) {
        return Spread.of(
                data.values(jdk, Suite.START_UP, subject, Setting.OFF, ForkedRun.TOTAL),
                data.values(jdk, Suite.START_UP, subject, setting, ForkedRun.TOTAL),
                Spread.DIFFERENCE);
    }

    /** The additional nanoseconds of one use of a construct. */
    Optional<Spread> addedNanos(String benchmark, Setting setting) {
        return Spread.of(
                data.values(jdk, Suite.CONSTRUCTS, benchmark, Setting.OFF, SCORE),
                data.values(jdk, Suite.CONSTRUCTS, benchmark, setting, SCORE),
                Spread.DIFFERENCE);
    }

    /** The time of a program divided by its time in each JVM without the agent; for the setting "off again" by that in the first one. */
    Optional<Spread> ratio(String program, Setting setting, String metric) {
        return Spread.of(
                data.values(jdk, Suite.PROGRAMS, program, Setting.OFF, metric),
                setting == Setting.OFF_AGAIN
                        ? Map.of()
                        : data.values(jdk, Suite.PROGRAMS, program, Setting.OFF_AGAIN, metric),
                data.values(jdk, Suite.PROGRAMS, program, setting, metric),
                Spread.RATIO);
    }

    /** The additional time of a program, in percent. */
    Optional<Spread> addedPercent(String program, Setting setting, String metric) {
        return ratio(program, setting, metric).map(Spread::percentOver);
    }

    /** The time of an event divided by that of another operation. */
    Optional<Spread> eventInUnitsOf(String benchmark) {
        return Spread.of(
                data.values(jdk, Suite.EVENTS, benchmark, Setting.DEFAULT, SCORE),
                data.values(jdk, Suite.EVENTS, EVENT, Setting.DEFAULT, SCORE),
                Spread.RATIO);
    }

    /** The nanoseconds of an event that no tool wants, without the cost of the measurement. */
    Optional<Spread> unheardEvent(String benchmark) {
        return Spread.of(
                data.values(jdk, Suite.EVENTS, NOTHING, Setting.DEFAULT, SCORE),
                data.values(jdk, Suite.EVENTS, benchmark, Setting.NOBODY, SCORE),
                Spread.DIFFERENCE);
    }

    /** The additional bytes of heap and metaspace, in total or for each thread. */
    Optional<Spread> addedBytes(String subject, Setting setting, String metric) {
        return Spread.of(
                data.values(jdk, Suite.MEMORY, subject, Setting.OFF, metric),
                data.values(jdk, Suite.MEMORY, subject, setting, metric),
                Spread.DIFFERENCE);
    }

    Optional<Spread> bytesPerEvent(String program, Setting setting) {
        return Spread.of(
                data.values(jdk, Suite.TRACES, program, setting, NUMBER_OF_EVENTS),
                data.values(jdk, Suite.TRACES, program, setting, BYTES),
                Spread.RATIO);
    }
}
