package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.findings.BlockedWorkers;
import org.ompt4j.tools.findings.BlockingQueueWaits;
import org.ompt4j.tools.findings.Deadlock;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.Interval;
import org.ompt4j.tools.findings.LockInversion;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.LongPauses;
import org.ompt4j.tools.findings.Oversubscription;
import org.ompt4j.tools.findings.PinnedThreads;
import org.ompt4j.tools.findings.PoolStarvation;
import org.ompt4j.tools.findings.QueueWaits;
import org.ompt4j.tools.findings.SequentialSource;
import org.ompt4j.tools.findings.SerialCombining;
import org.ompt4j.tools.findings.SerialPart;
import org.ompt4j.tools.findings.SlowStage;
import org.ompt4j.tools.findings.SmallTasks;
import org.ompt4j.tools.findings.UnevenParties;
import org.ompt4j.tools.findings.UnevenRegions;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.StarvedPool;
import org.ompt4j.tools.path.PartTime;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/** Writes a report as one JSON object: times in nanoseconds, shares from 0 to 1, names as the trace has them. */
final class JsonReport {
    /** Raised whenever a member is renamed, left out or means something else; a new one, or a new table, leaves it. */
    static final int VERSION = 2;

    private final JsonGenerator json;
    private final Names names;
    private final HoldWords holds;
    private final int top;

    /** The members of a finding that only its kind has. */
    private final Finding.Cases<Evidence> evidence = new Finding.Cases<>() {
        @Override
        public Evidence of(Deadlock deadlock) {
            return () -> evidence(deadlock);
        }

        @Override
        public Evidence of(PoolStarvation starvation) {
            return () -> evidence(starvation);
        }

        @Override
        public Evidence of(LockInversion inversion) {
            return () -> evidence(inversion);
        }

        @Override
        public Evidence of(LockWaits waits) {
            return () -> evidence(waits);
        }

        @Override
        public Evidence of(QueueWaits waits) {
            return () -> evidence(waits);
        }

        @Override
        public Evidence of(BlockedWorkers blocked) {
            return () -> evidence(blocked);
        }

        @Override
        public Evidence of(PinnedThreads pinned) {
            return () -> waits("waits", pinned.waits());
        }

        @Override
        public Evidence of(SlowStage stage) {
            return () -> evidence(stage);
        }

        @Override
        public Evidence of(BlockingQueueWaits waits) {
            return () -> evidence(waits);
        }

        @Override
        public Evidence of(UnevenRegions uneven) {
            return () -> evidence(uneven);
        }

        @Override
        public Evidence of(UnevenParties uneven) {
            return () -> evidence(uneven);
        }

        @Override
        public Evidence of(SmallTasks small) {
            return () -> evidence(small);
        }

        @Override
        public Evidence of(SequentialSource source) {
            return () -> json.writeNumberField("waited_ns", source.waitedNanos());
        }

        @Override
        public Evidence of(SerialCombining combining) {
            return () -> {};
        }

        @Override
        public Evidence of(SerialPart serial) {
            return () -> evidence(serial);
        }

        @Override
        public Evidence of(Oversubscription crowd) {
            return () -> evidence(crowd);
        }

        @Override
        public Evidence of(LongPauses pauses) {
            return () -> evidence(pauses);
        }
    };

    private interface Evidence {
        void write() throws IOException;
    }

    /** @param top how many rows a table has at most, and how many findings there are */
    JsonReport(JsonGenerator json, Names names, int top) {
        this.json = json;
        this.names = names;
        this.holds = new HoldWords(names);
        this.top = top;
    }

    void write(Content content) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", "ompt4j-report");
        json.writeNumberField("version", VERSION);
        run(content.run());
        findings(content.findings());
        json.writeArrayFieldStart("tables");
        for (Table<?> each : content.allTables()) {
            table(each);
        }
        json.writeEndArray();
        losses(content.run().trace().losses());
        JsonArrays.texts(json, "not_in_this_report", content.missing());
        json.writeEndObject();
    }

    private void run(RunFacts facts) throws IOException {
        Trace trace = facts.trace();
        TraceHeader header = trace.header();
        json.writeObjectFieldStart("run");
        json.writeStringField("trace", facts.name());
        json.writeStringField("tool", header.tool());
        json.writeStringField("agent_version", header.agentVersion());
        JsonArrays.texts(json, "command_line", header.commandLine());
        json.writeStringField("jvm", header.jvmName());
        json.writeStringField("java_version", header.javaVersion());
        json.writeStringField("host", header.host());
        json.writeNumberField("pid", header.pid());
        json.writeNumberField("processors", header.availableProcessors());
        json.writeStringField("started_at", header.startedAt().toString());
        json.writeNumberField("duration_ns", trace.losses().durationNanos());
        json.writeNumberField("threads", trace.threads().size());
        json.writeNumberField("events", facts.events());
        json.writeNumberField("samples", facts.samples());
        json.writeArrayFieldStart("pauses");
        for (var each : trace.pauses()) {
            json.writeStartObject();
            json.writeNumberField("from_ns", each.fromNanos());
            json.writeNumberField("to_ns", each.toNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> each : new TreeMap<>(header.configuration()).entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void findings(@Nullable FindingList list) throws IOException {
        json.writeArrayFieldStart("findings");
        List<Finding> all = list == null ? List.of() : list.all();
        if (list != null) {
            for (Finding each : all.subList(0, Math.min(top, all.size()))) {
                finding(each, list.words().apply(each));
            }
        }
        json.writeEndArray();
        json.writeNumberField("finding_count", all.size());
        JsonArrays.texts(json, "not_looked_for", list == null ? List.of() : list.notes());
    }

    private void finding(Finding finding, FindingList.Words words) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", lowerCase(finding.kind()));
        json.writeNumberField("cost_ns", finding.costNanos());
        json.writeStringField("says", words.sentence());
        JsonArrays.texts(json, "details", words.details());
        json.writeArrayFieldStart("call_sites");
        for (int each : finding.callSites()) {
            if (each != 0) {
                json.writeString(names.callSite(each));
            }
        }
        json.writeEndArray();
        json.writeFieldName("interval");
        interval(finding.interval());
        finding.in(evidence).write();
        json.writeEndObject();
    }

    private void interval(Interval interval) throws IOException {
        json.writeStartObject();
        thread("thread", interval.threadId());
        json.writeNumberField("from_ns", interval.fromNanos());
        json.writeNumberField("to_ns", interval.toNanos());
        json.writeEndObject();
    }

    private void evidence(Deadlock deadlock) throws IOException {
        json.writeArrayFieldStart("links");
        for (Deadlock.Link each : deadlock.links()) {
            json.writeStartObject();
            thread("thread", each.threadId());
            json.writeStringField("waits_for", names.object(each.waitId()));
            json.writeStringField("waits_at", names.callSite(each.waitsAt()));
            json.writeStringField("held_at", names.callSite(each.heldAt()));
            json.writeNumberField("waited_ns", each.waitedNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void evidence(LockInversion inversion) throws IOException {
        json.writeNumberField("pairs", inversion.pairs());
        json.writeArrayFieldStart("orders");
        for (LockInversion.Order each : List.of(inversion.one(), inversion.other())) {
            json.writeStartObject();
            thread("thread", each.threadId());
            json.writeStringField("holds", names.object(each.heldId()));
            json.writeStringField("held_at", names.callSite(each.heldAt()));
            json.writeStringField("takes", names.object(each.askedId()));
            json.writeStringField("takes_at", names.callSite(each.askedAt()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void evidence(LockWaits waits) throws IOException {
        json.writeStringField("object", names.object(waits.waitId()));
        json.writeNumberField("objects", waits.objects());
        json.writeNumberField("waits", waits.waits());
        json.writeNumberField("longest_ns", waits.longest().nanos());
        json.writeNumberField("most_saved_ns", waits.mostSavedNanos());
        json.writeStringField("mostly", lowerCase(waits.main()));
        json.writeStringField("mostly_at_first", lowerCase(waits.mainAtFirst()));
        json.writeArrayFieldStart("shares");
        for (LockWaits.Share each : waits.shares()) {
            json.writeStartObject();
            json.writeNumberField("ns", each.nanos());
            json.writeStringField("waited_at", names.callSite(each.waitedAt()));
            thread("waiter", each.waiter());
            json.writeStringField("because_of", lowerCase(each.culprit().kind()));
            if (each.culprit().codeptrRa() != 0) {
                json.writeStringField(
                        "culprit_at", names.callSite(each.culprit().codeptrRa()));
            }
            thread("culprit", each.culprit().threadId());
            inHold(each.inHold());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What was done in a hold, if that is known. */
    private void inHold(@Nullable InHold hold) throws IOException {
        if (hold == null) {
            return;
        }
        json.writeObjectFieldStart("in_hold");
        JsonArrays.texts(json, "says", holds.says(hold));
        json.writeNumberField("ns", hold.nanos());
        json.writeArrayFieldStart("waits");
        for (InHold.Wait each : hold.waits()) {
            json.writeStartObject();
            json.writeNumberField("ns", each.nanos());
            json.writeStringField("state", each.place().state().specName());
            json.writeStringField("at", each.code().isEmpty() ? names.place(each.place()) : each.code());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("worked_ns", hold.workedNanos());
        if (hold.isSampled()) {
            json.writeNumberField("samples", hold.samples());
            json.writeArrayFieldStart("code");
            for (InHold.Code each : hold.code()) {
                json.writeStartObject();
                json.writeNumberField("samples", each.samples());
                json.writeStringField("name", each.name());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void evidence(PoolStarvation starvation) throws IOException {
        pool(starvation.pool().queue());
        json.writeArrayFieldStart("workers");
        for (StarvedPool.Worker each : starvation.pool().workers()) {
            json.writeStartObject();
            thread("thread", each.threadId());
            json.writeStringField("waits_at", names.callSite(each.waitsAt()));
            json.writeStringField("submitted_at", names.callSite(each.createdAt()));
            json.writeNumberField("waited_ns", starvation.endNanos() - each.sinceNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void evidence(QueueWaits waits) throws IOException {
        PoolQueue queue = waits.queue();
        pool(queue);
        json.writeNumberField("most_workers", queue.mostWorkers());
        json.writeNumberField("tasks", queue.tasks());
        json.writeNumberField("queued_ns", queue.queuedNanos());
        json.writeNumberField("longest_ns", queue.longestNanos());
        json.writeNumberField("ran_ns", queue.ranNanos());
        if (queue.fullWhileQueuedNanos() != PoolQueue.NOT_TOLD) {
            json.writeNumberField("all_busy_ns", queue.fullWhileQueuedNanos());
        }
        waits("waits", queue.waits());
    }

    private void evidence(BlockingQueueWaits waits) throws IOException {
        json.writeStringField("object", names.object(waits.waitId()));
        json.writeStringField("waited_at", names.callSite(waits.place().waitsAt()));
        json.writeNumberField("waits", waits.waits());
        json.writeNumberField("longest_ns", waits.longest().nanos());
        json.writeNumberField("worked_ns", waits.workedNanos());
        json.writeArrayFieldStart("shares");
        for (BlockingQueueWaits.Share each : waits.shares()) {
            Cause cause = each.cause();
            json.writeStartObject();
            json.writeNumberField("ns", each.nanos());
            json.writeStringField("because_of", lowerCase(cause.kind()));
            if (cause.state() != null) {
                json.writeStringField("state", cause.state().specName());
            }
            code(cause);
            if (cause.at() != 0) {
                json.writeStringField("culprit_at", names.callSite(cause.at()));
            }
            if (cause.kind() == Cause.Kind.DID) {
                thread("culprit", cause.of());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What the culprit ran, if that is known. */
    private void code(Cause cause) throws IOException {
        if (cause.body() != 0 || cause.madeAt() != 0) {
            json.writeStringField("code", names.code(cause.body(), cause.madeAt()));
        }
    }

    private void waits(String member, List<PoolQueue.Wait> waits) throws IOException {
        json.writeArrayFieldStart(member);
        for (PoolQueue.Wait each : waits) {
            json.writeStartObject();
            json.writeStringField("state", each.state().specName());
            json.writeStringField("waited_at", names.callSite(each.waitsAt()));
            json.writeNumberField("ns", each.nanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void pool(PoolQueue queue) throws IOException {
        PoolModel pool = queue.pool();
        String name = pool == null ? null : pool.name();
        if (name != null) {
            json.writeStringField("pool", name);
        }
        json.writeNumberField("pool_id", queue.poolId());
    }

    private void evidence(BlockedWorkers blocked) throws IOException {
        pool(blocked.queue());
        waits("waits", blocked.queue().blocked());
    }

    private void evidence(UnevenRegions uneven) throws IOException {
        UnevenRegions.Worst worst = uneven.worst();
        json.writeStringField("construct", uneven.construct().id());
        json.writeNumberField("regions", uneven.regions());
        json.writeNumberField("total_ns", uneven.totalNanos());
        json.writeNumberField("alone_ns", uneven.aloneNanos());
        json.writeObjectFieldStart("worst");
        thread("thread", worst.threadId());
        json.writeNumberField("ns", worst.nanos());
        json.writeNumberField("threads", worst.threads());
        json.writeNumberField("busy_ns", worst.busyNanos());
        json.writeNumberField("mean_ns", worst.meanNanos());
        json.writeNumberField("tasks", worst.tasks());
        json.writeNumberField("longest_task_ns", worst.longestTaskNanos());
        if (worst.elements() > 0 && worst.firstElement() >= 0) {
            json.writeNumberField("first_element", worst.firstElement());
            json.writeNumberField("elements", worst.elements());
        }
        json.writeNumberField("alone_ns", worst.aloneNanos());
        json.writeEndObject();
    }

    private void evidence(UnevenParties uneven) throws IOException {
        json.writeStringField("object", names.object(uneven.waitId()));
        json.writeStringField("waited_at", names.callSite(uneven.waitsAt()));
        json.writeNumberField("threads", uneven.threads());
        json.writeNumberField("passes", uneven.passes());
        json.writeNumberField("waited_ns", uneven.waitedNanos());
        json.writeNumberField("longest_ns", uneven.longest().nanos());
        thread("last", uneven.lastThread());
        json.writeNumberField("last_waited_ns", uneven.lastWaitedNanos());
        json.writeNumberField("others_mean_ns", uneven.othersMeanNanos());
    }

    private void evidence(SmallTasks small) throws IOException {
        json.writeStringField("code", names.code(small.body(), small.codeptrRa()));
        json.writeNumberField("tasks", small.tasks());
        json.writeNumberField("small", small.small());
        json.writeNumberField("mean_ns", small.meanNanos());
    }

    private void evidence(SerialPart serial) throws IOException {
        json.writeNumberField("together_ns", serial.togetherNanos());
        json.writeNumberField("most_speed_up", serial.mostSpeedUp());
        parts(serial.parts());
    }

    private void parts(List<PartTime> parts) throws IOException {
        json.writeArrayFieldStart("parts");
        for (PathRow each : PathRow.of(parts, names)) {
            json.writeStartObject();
            json.writeNumberField("ns", each.nanos());
            json.writeStringField("what", each.what());
            if (each.code() != null) {
                json.writeStringField("code", each.code());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void evidence(SlowStage stage) throws IOException {
        code(stage.stage());
        thread("culprit", stage.stage().of());
        json.writeNumberField("because_ns", stage.becauseNanos());
        json.writeArrayFieldStart("queues");
        for (BlockingQueueWaits each : stage.neighbours()) {
            json.writeStartObject();
            json.writeStringField("object", names.object(each.waitId()));
            json.writeStringField("waited_at", names.callSite(each.place().waitsAt()));
            json.writeNumberField("waits", each.waits());
            json.writeNumberField("ns", each.costNanos());
            json.writeNumberField("longest_ns", each.longest().nanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void evidence(Oversubscription crowd) throws IOException {
        json.writeNumberField("most_threads", crowd.mostThreads());
        json.writeNumberField("processors", crowd.processors());
        parts(crowd.parts());
        json.writeArrayFieldStart("pools");
        for (Oversubscription.PoolTime each : crowd.pools()) {
            if (each.poolId() != 0) {
                json.writeStartObject();
                json.writeNumberField("pool_id", each.poolId());
                json.writeNumberField("ns", each.nanos());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void evidence(LongPauses pauses) throws IOException {
        json.writeNumberField("pauses", pauses.pauses());
        json.writeNumberField("longest_ns", pauses.interval().nanos());
        json.writeArrayFieldStart("causes");
        for (JvmPauses.Cause each : pauses.causes()) {
            json.writeStartObject();
            json.writeStringField("for", PauseSection.what(each));
            if (!each.cause().isEmpty()) {
                json.writeStringField("cause", each.cause());
            }
            json.writeNumberField("count", each.count());
            json.writeNumberField("ns", each.nanos());
            json.writeNumberField("longest_ns", each.longestNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** A thread's name and id; neither where it is not known, or several. */
    private void thread(String member, long id) throws IOException {
        if (id > 0) {
            json.writeStringField(member, names.thread(id));
            json.writeNumberField(member + "_id", id);
        }
    }

    private <R> void table(Table<R> table) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", table.key());
        json.writeStringField("title", table.title());
        json.writeStringField("order", table.order());
        json.writeArrayFieldStart("columns");
        for (Column<R> each : table.columns()) {
            json.writeStartObject();
            json.writeStringField("key", each.key());
            json.writeStringField("head", each.head());
            json.writeStringField("unit", each.unit().id());
            json.writeStringField("meaning", each.meaning());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("row_count", table.rows().size());
        json.writeArrayFieldStart("rows");
        for (R each : table.rows().subList(0, Math.min(top, table.rows().size()))) {
            row(table, each);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notes");
        for (Note each : table.notes()) {
            note(each);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private <R> void row(Table<R> table, R row) throws IOException {
        json.writeStartObject();
        for (Column<R> each : table.columns()) {
            json.writeFieldName(each.key());
            value(each.value().apply(row));
        }
        List<Portion> portions = table.portions().apply(row);
        if (!portions.isEmpty()) {
            json.writeArrayFieldStart("portions");
            for (Portion each : portions) {
                json.writeStartObject();
                json.writeNumberField("ns", each.nanos());
                json.writeStringField("what", each.what());
                json.writeStringField("name", each.name());
                inHold(each.inHold());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        histogram(table.histogram().apply(row));
        json.writeEndObject();
    }

    private void histogram(List<WaitHistogram.Range> ranges) throws IOException {
        if (ranges.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("histogram");
        for (WaitHistogram.Range each : ranges) {
            json.writeStartObject();
            json.writeNumberField("from_ns", each.fromNanos());
            if (each.hasEnd()) {
                json.writeNumberField("to_ns", each.toNanos());
            }
            json.writeNumberField("waits", each.waits());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void value(@Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(value.toString());
        }
    }

    private void note(Note note) throws IOException {
        json.writeStartObject();
        json.writeStringField("says", note.sentence());
        for (Map.Entry<String, Long> each : note.numbers().entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
    }

    private void losses(TraceLosses losses) throws IOException {
        json.writeObjectFieldStart("losses");
        json.writeBooleanField("finished", losses.finished());
        json.writeStringField("end_reason", losses.endReason());
        json.writeNumberField("dropped_events", losses.droppedEvents());
        json.writeNumberField("truncated_bytes", losses.truncatedBytes());
        json.writeNumberField("damaged_bytes", losses.damagedBytes());
        json.writeObjectFieldStart("failures");
        for (Map.Entry<String, Long> each : new TreeMap<>(losses.failures()).entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
