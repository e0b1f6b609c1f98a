package org.ompt4j.tools.trace;

import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.UnobservedUse;

/** A trace of this JVM while it is being written: its file, its definitions and its keeper. */
public final class Recording {
    private static final long LEAST_LIMIT_BYTES = 256 << 10;
    private static final String TOO_SLOW = "the disk was too slow for the trace, which has a gap";

    final DefinitionLog definitions;
    private final Ompt4jRuntime runtime;
    private final long startedAtMillis;
    private final TraceOutput output;
    final CallSites callSites;
    final TraceFile file;
    final ChunkPool pool;
    final @Nullable CounterLog counters;
    /** Logs of threads that have not ended. */
    private final Set<ThreadLog> openLogs = ConcurrentHashMap.newKeySet();

    /** The latest last event of the threads that have ended while recording was paused. */
    private final AtomicLong endOfLogsNanos = new AtomicLong();

    private final Map<String, Long> writtenFailures = new HashMap<>();
    private final Map<String, UnobservedUse> writtenUses = new HashMap<>();
    private long writtenClasses;
    /** How many garbage collections were written or happened before the recording; -1 at first. */
    private long knownCollections = -1;

    private long lostCollections;
    private final Set<String> writtenNotObserved = new HashSet<>();
    private volatile long resumedNanos;
    /** The source of the events; null if it need not be notified when recording stops, or has been notified. */
    private volatile RecordingControl.@Nullable Source source;

    private @Nullable ThreadListener threadListener;
    private boolean failureTold;
    private boolean paused;
    private long halts;
    private final AtomicLong missedSamples = new AtomicLong();

    private Recording(
            Ompt4jRuntime runtime, RunHeader header, TraceOutput output, TraceFile file, int largestChunkBytes) {
        this.startedAtMillis = header.startMillis;
        this.runtime = runtime;
        this.output = output;
        this.file = file;
        this.definitions = new DefinitionLog(file);
        this.callSites = new CallSites(definitions);
        this.pool = new Pool(file, largestChunkBytes);
        ThrottleLimits limits = ThrottleLimits.of(runtime.settings());
        this.counters = limits == null ? null : new CounterLog(file, callSites, limits);
    }

    /**
     * Creates the file that the configuration names, and begins the recording.
     *
     * @param tool name of the tool for the header
     * @throws IOException if no file can be created, not even in the temporary directory
     */
    public static Recording begin(Ompt4jRuntime runtime, String tool) throws IOException {
        File wanted = OutputFile.wanted(runtime.settings().output());
        try {
            return beginIn(runtime, tool, wanted);
        } catch (OutputFile.NoFileException e) {
            throw e;
        } catch (IOException e) {
            File other = OutputName.inTemporaryDirectory(wanted);
            Recording recording;
            try {
                recording = beginIn(runtime, tool, other);
            } catch (IOException alsoThere) {
                throw new OutputFile.NoFileException(
                        wanted + " cannot be written (" + OutputFile.reason(e) + "), nor can " + other + " ("
                                + OutputFile.reason(alsoThere) + "); name another place with output=");
            }
            runtime.message("cannot write " + wanted + " (" + OutputFile.reason(e) + "): the trace goes to "
                    + recording.output.name());
            return recording;
        }
    }

    private static Recording beginIn(Ompt4jRuntime runtime, String tool, File wanted) throws IOException {
        RunHeader header = RunHeader.of(runtime, tool);
        TraceOutput output = TraceOutput.create(runtime, wanted, header);
        Storage storage = new DiskStorage(runtime, output.channel());
        Recording recording;
        try {
            recording = begin(runtime, header, output, storage);
        } catch (IOException | RuntimeException e) {
            storage.close();
            output.discard();
            throw e;
        }
        if (!output.name().equals(wanted)) {
            runtime.message(wanted + " exists: the trace goes to " + output.name());
        }
        return recording;
    }

    static Recording begin(Ompt4jRuntime runtime, RunHeader header, TraceOutput output, Storage storage)
            throws IOException {
        RunSettings settings = runtime.settings();
        long limitBytes = Math.max(LEAST_LIMIT_BYTES, settings.maxBytes());
        TraceFile file = new TraceFile(
                storage,
                header.bytes(RecordLayout.TEXT_OUTPUT, output.name().getName()),
                header.startNanos,
                limitBytes,
                settings.maxStallNanos(),
                settings.ring());
        int largest = (int) Math.min(RecordLayout.MAX_CHUNK_BYTES, limitBytes / 64 & -RecordLayout.PAGE_BYTES);
        Recording recording =
                new Recording(runtime, header, output, file, Math.max(largest, RecordLayout.MIN_CHUNK_BYTES));
        ThreadLog.load();
        recording.writeGrowth(true);
        recording.pool.start();
        return recording;
    }

    /** Sets the listener for threads. Has to be called before the first event. */
    void setThreadListener(@Nullable ThreadListener told) {
        threadListener = told;
    }

    /** The file of the trace once it is complete. */
    public File output() {
        return output.name();
    }

    /** The current time in nanoseconds since time 0 of the trace. */
    public long nanosNow() {
        return System.nanoTime() - file.startNanos;
    }

    /** When the trace began according to its header, in milliseconds since 1970-01-01T00:00Z. */
    public long startedAtMillis() {
        return startedAtMillis;
    }

    /** Waits briefly for room. Has to be called before definitions are written, by threads that may be delayed. */
    void waitForDefinitions() {
        pool.waitForDefinitions();
    }

    /** A new log for the thread's events. */
    ThreadLog newThreadLog(OmptThread thread) {
        waitForDefinitions();
        defineThread(thread);
        if (threadListener != null) {
            threadListener.thread(thread);
        }
        ThreadLog log = new ThreadLog(this, thread.id(), thread, RecordLayout.KIND_EVENTS, true);
        log.resumeAt(resumedNanos);
        openLogs.add(log);
        return log;
    }

    /** A new log for samples of all threads. */
    public ThreadLog newSampleLog() {
        return new ThreadLog(this, 0, null, RecordLayout.KIND_SAMPLES, false);
    }

    /** A sink that stores definitions, and events if it gets any. */
    public RecordSink definitionSink() {
        return new TraceSink(this);
    }

    /** Stores the thread's name and type. */
    public void defineThread(OmptThread thread) {
        definitions.define(
                RecordLayout.DEFINE_THREAD, thread.id(), thread.type().value(), 0, thread.name());
    }

    /** Writes additions since the last call; with {@code all}, also the exact values of numbers that grow all the time. */
    private synchronized void writeGrowth(boolean all) {
        // New sentences can be anywhere in the list.
        for (String each : runtime.notObserved()) {
            if (writtenNotObserved.add(each)) {
                definitions.define(RecordLayout.DEFINE_NOT_OBSERVED, 0, 0, 0, each);
            }
        }
        writeUses(runtime.classScan(), all);
        writeCollections();
        for (Map.Entry<String, Long> failure : runtime.failures().entrySet()) {
            writeFailure(failure.getKey(), failure.getValue());
        }
        writeFailure(TOO_SLOW, halts);
        writeFailure("a name did not fit into the trace", definitions.lost());
        writeFailure("no sample could be taken at its time", missedSamples.get());
    }

    private void writeUses(ClassScan scan, boolean all) {
        if (scan.classes() != writtenClasses) {
            writtenClasses = scan.classes();
            definitions.define(RecordLayout.DEFINE_CLASSES_LOOKED_AT, scan.classes(), 0, 0, "");
        }
        for (UnobservedUse each : scan.uses()) {
            String text = each.reason().id() + ' ' + each.construct() + ' ' + each.missing();
            UnobservedUse before = writtenUses.get(text);
            if (before == null || before.uses() != each.uses() || isNews(before.times(), each.times(), all)) {
                writtenUses.put(text, each);
                definitions.define(RecordLayout.DEFINE_UNOBSERVED_USE, each.times(), each.uses(), each.classes(), text);
            }
        }
    }

    /** Writes new garbage collections. Those before the recording are left out. */
    private void writeCollections() {
        CollectionPauses pauses = runtime.collectionPauses(Math.max(0, knownCollections));
        if (knownCollections >= 0) {
            lostCollections += pauses.first() - knownCollections;
        }
        knownCollections = pauses.first() + pauses.count();
        for (int i = 0; i < pauses.count(); i++) {
            long from = pauses.beginsAndEnds()[2 * i] - file.startNanos;
            long to = pauses.beginsAndEnds()[2 * i + 1] - file.startNanos;
            if (from >= 0) {
                definitions.define(RecordLayout.DEFINE_COLLECTION, from, to - from, 0, "");
            }
        }
        writeFailure("the time of a garbage collection was not kept", lostCollections);
    }

    /** Whether a number is to be written: one that grows all the time is written only when it has doubled. */
    private static boolean isNews(long before, long now, boolean all) {
        return all ? now != before : now / 2 >= before && now != before;
    }

    private void writeFailure(String text, long count) {
        if (count != 0 && !Long.valueOf(count).equals(writtenFailures.put(text, count))) {
            definitions.define(RecordLayout.DEFINE_FAILURE, 0, count, 0, text);
        }
    }

    private void tellEnd() {
        String message = file.takeEndMessage();
        if (!message.isEmpty()) {
            runtime.message(output.name() + ": " + message);
        }
    }

    private void tellFailure(Throwable e) {
        if (!failureTold) {
            failureTold = true;
            runtime.message("the header of the trace cannot be kept up to date: " + e);
        }
    }

    /** Counts a sample that could not be taken as a failure; any thread. */
    public void countMissedSample() {
        missedSamples.incrementAndGet();
    }

    /** Ends a thread's log. */
    void endOf(ThreadLog log) {
        log.end();
        openLogs.remove(log);
        if (file.stopped) {
            long before = endOfLogsNanos.get();
            while (before < log.lastTime() && !endOfLogsNanos.compareAndSet(before, log.lastTime())) {
                before = endOfLogsNanos.get();
            }
        }
    }

    /**
     * Resumes recording after it was halted because the disk was too slow. Events during the halt were counted as dropped. To a reader the halt
     * is a pause that begins after the last recorded event.
     */
    private synchronized void endHalt(long sinceNanos) {
        long now = System.nanoTime() - file.startNanos;
        long from = Math.max(sinceNanos - file.startNanos, endOfLogsNanos.get());
        for (ThreadLog each : openLogs) {
            from = Math.max(from, each.lastTime());
        }
        from = Math.min(from, now);
        if (!paused) {
            definitions.define(RecordLayout.DEFINE_PAUSE, from, 0, 0, "");
            definitions.define(RecordLayout.DEFINE_RESUME, now, 0, 0, "");
        }
        file.goOnNanos = now;
        file.endHalt();
        if (++halts == 1) {
            runtime.message(output.name() + ": the disk is too slow for the trace: events of "
                    + (now - from + 999_999) / 1_000_000 + " ms were dropped, recording goes on");
        }
    }

    /** Pauses recording until {@link #resume}. */
    synchronized void pause() {
        paused = true;
        definitions.define(RecordLayout.DEFINE_PAUSE, System.nanoTime() - file.startNanos, 0, 0, "");
    }

    /** Resumes recording. Has to be called before the first event, while no thread writes. */
    synchronized void resume() {
        paused = false;
        Set<Long> live = new HashSet<>();
        for (OmptThread each : runtime.threads()) {
            live.add(each.id());
        }
        if (counters != null) {
            counters.forgetKept();
        }
        resumedNanos = System.nanoTime() - file.startNanos;
        for (ThreadLog each : openLogs) {
            if (live.contains(each.threadId)) {
                each.resumeAt(resumedNanos);
            } else {
                endOf(each);
            }
        }
        definitions.define(RecordLayout.DEFINE_RESUME, resumedNanos, 0, 0, "");
    }

    /** Writes data that is otherwise written only now and then. Events are always written to the file at once. */
    void flush() {
        writeGrowth(true);
        file.updateDropped();
    }

    /** Sets the source of the events. It is notified when recording has stopped for good, so that it no longer costs time. */
    void setSource(RecordingControl.Source from) {
        source = from;
    }

    /** Whether recording has stopped for good. */
    boolean hasStopped() {
        return file.hasStopped();
    }

    /** Called only by the keeper, without a lock, since the end of the recording could wait for that lock. */
    private void endSourceIfStopped() {
        RecordingControl.Source from = source;
        if (from != null && file.hasStopped()) {
            source = null;
            from.over();
        }
    }

    /** Ends recording before the run ends. */
    void end() {
        file.stopByCommand();
        finish();
    }

    /** Writes the remaining data and marks the trace as complete. No event may follow. */
    public void finish() {
        file.stopForEnd();
        boolean diskAnswers = pool.end();
        writeGrowth(true);
        tellEnd();
        definitions.end();
        try {
            file.finish(System.nanoTime() - file.startNanos, diskAnswers);
            publish(diskAnswers);
        } catch (IOException e) {
            runtime.message("cannot finish the trace " + output.spool() + " (" + e.getMessage()
                    + "): it ends like that of a killed run");
        }
    }

    private void publish(boolean diskAnswers) {
        if (!diskAnswers) {
            tellItStays("the disk does not answer");
            return;
        }
        try {
            File trace = output.publish();
            if (!trace.equals(output.name())) {
                runtime.message(
                        output.name() + " was replaced while the trace was written: the trace goes to " + trace);
            }
            runtime.message("trace written to " + trace + "; to read it: " + ReadingHint.of(trace));
        } catch (NoSuchFileException e) {
            runtime.message(output.name() + ": the trace was moved or deleted while it was written, it is not in "
                    + output.spool().getParent() + " any more");
        } catch (IOException e) {
            tellItStays(OutputFile.reason(e));
        }
    }

    private void tellItStays(String reason) {
        File spool = output.spool();
        runtime.message("the trace cannot be given its name " + output.name() + " (" + reason + "): it is " + spool
                + "; to read it: " + ReadingHint.of(spool));
    }

    private final class Pool extends ChunkPool {
        Pool(TraceFile file, int largestBytes) {
            super(file, largestBytes);
        }

        @Override
        void housekeep() {
            try {
                long halted = file.haltedSince();
                if (halted != 0) {
                    endHalt(halted);
                }
                writeGrowth(false);
                file.updateDropped();
            } catch (InternalError e) {
                file.lost();
            } catch (RuntimeException e) {
                tellFailure(e);
            } catch (OutOfMemoryError e) {
                // The application has used up the heap; the next turn tries again.
                return;
            }
            tellEnd();
            endSourceIfStopped();
        }

        @Override
        void failed(Throwable failure) {
            tellFailure(failure);
        }
    }
}
