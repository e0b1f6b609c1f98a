package org.ompt4j.bench;

import java.util.Map;
import java.util.Optional;

/** What the raw data of one JDK say about each subject. */
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

    /** Of memory: how many threads the JVM has by itself. */
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

    /** Milliseconds that a JVM takes longer. */
    Optional<Spread> addedMillis(String subject, Setting setting) {
        return Spread.of(
                data.values(jdk, Suite.START_UP, subject, Setting.OFF, ForkedRun.TOTAL),
                data.values(jdk, Suite.START_UP, subject, setting, ForkedRun.TOTAL),
                Spread.DIFFERENCE);
    }

    /** Nanoseconds that one use of a construct takes longer. */
    Optional<Spread> addedNanos(String benchmark, Setting setting) {
        return Spread.of(
                data.values(jdk, Suite.CONSTRUCTS, benchmark, Setting.OFF, SCORE),
                data.values(jdk, Suite.CONSTRUCTS, benchmark, setting, SCORE),
                Spread.DIFFERENCE);
    }

    /** How many times as long a program takes, as in each of the JVMs without the agent; of those, the second as the first. */
    Optional<Spread> ratio(String program, Setting setting, String metric) {
        return Spread.of(
                data.values(jdk, Suite.PROGRAMS, program, Setting.OFF, metric),
                setting == Setting.OFF_AGAIN
                        ? Map.of()
                        : data.values(jdk, Suite.PROGRAMS, program, Setting.OFF_AGAIN, metric),
                data.values(jdk, Suite.PROGRAMS, program, setting, metric),
                Spread.RATIO);
    }

    /** Per cent that a program takes longer. */
    Optional<Spread> addedPercent(String program, Setting setting, String metric) {
        return ratio(program, setting, metric).map(Spread::percentOver);
    }

    /** An event in units of something else that is done per event. */
    Optional<Spread> eventInUnitsOf(String benchmark) {
        return Spread.of(
                data.values(jdk, Suite.EVENTS, benchmark, Setting.DEFAULT, SCORE),
                data.values(jdk, Suite.EVENTS, EVENT, Setting.DEFAULT, SCORE),
                Spread.RATIO);
    }

    /** Nanoseconds of an event that nobody listens to, without what measuring costs. */
    Optional<Spread> unheardEvent(String benchmark) {
        return Spread.of(
                data.values(jdk, Suite.EVENTS, NOTHING, Setting.DEFAULT, SCORE),
                data.values(jdk, Suite.EVENTS, benchmark, Setting.NOBODY, SCORE),
                Spread.DIFFERENCE);
    }

    /** Bytes of heap and metaspace more, in total or for each thread. */
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
