package org.ompt4j.emitter.tool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** An event core that delivers the events of the test. */
final class TestCore extends Core {
    final List<TestThread> threads = new ArrayList<>();
    final Map<String, Long> failures = new LinkedHashMap<>();

    @Nullable
    OmptThread current;

    @Nullable
    RecordSink sink;

    long mask;
    int connections;
    int stackWalks;

    /** The argument of the last inquiry for a frame that says whether the task's code is in the runtime. */
    boolean askedInRuntime;

    /** Runs right after an inquiry about a region, for what other threads do then. */
    Runnable afterRegionInquiry = () -> {};

    private long nextId = 1000;

    TestThread thread(long id) {
        TestThread made = new TestThread(id);
        threads.add(made);
        return made;
    }

    /** The connected sink; fails if there is none. */
    EventCalls events() {
        return new EventCalls(sink());
    }

    RecordSink sink() {
        RecordSink present = sink;
        if (present == null) {
            throw new AssertionError("no sink is connected");
        }
        return present;
    }

    @Override
    public void deliverTo(@Nullable RecordSink receiver, long eventMask) {
        sink = receiver;
        mask = eventMask;
        connections++;
    }

    @Override
    public @Nullable OmptThread currentThread() {
        return current;
    }

    @Override
    public Collection<? extends OmptThread> threads() {
        return threads;
    }

    @Override
    public @Nullable TaskInfo task(OmptThread thread, int level) {
        return ((TestThread) thread).tasks.size() > level ? ((TestThread) thread).tasks.get(level) : null;
    }

    @Override
    public @Nullable RegionInfo region(OmptThread thread, int level) {
        List<RegionInfo> regions = ((TestThread) thread).regions;
        RegionInfo found = regions.size() > level ? regions.get(level) : null;
        afterRegionInquiry.run();
        return found;
    }

    @Override
    public OmptFrame frame(OmptThread thread, int level, boolean inRuntime) {
        stackWalks++;
        askedInRuntime = inRuntime;
        return ((TestThread) thread).frame;
    }

    @Override
    public long uniqueId() {
        return nextId++;
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return codeptrRa == 7 ? "com.acme.App.main(App.java:12)" : null;
    }

    @Override
    public @Nullable String body(int body) {
        return body == 8 ? "com.acme.App.lambda$main$0" : null;
    }

    @Override
    public @Nullable String waitObject(long waitId) {
        return waitId == 9 ? "java.lang.Object" : null;
    }

    @Override
    public void countFailure(String where, Throwable failure) {
        failures.merge(where, 1L, Long::sum);
    }

    @Override
    public Map<String, Long> failures() {
        return failures;
    }
}
