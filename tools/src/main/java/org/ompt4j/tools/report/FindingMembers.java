package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.findings.CauseShare;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.Interval;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.path.PartTime;

/** Writes members of the JSON objects of findings, in the order in which it is asked to. */
final class FindingMembers {
    private final JsonGenerator json;
    private final Names names;
    private final HoldJson holds;

    /** What writes the members of an object. */
    interface Members {
        void write() throws IOException;
    }

    /** What writes the members of an object for one of several. */
    interface MembersOf<T> {
        void write(T each) throws IOException;
    }

    FindingMembers(JsonGenerator json, Names names) {
        this.json = json;
        this.names = names;
        this.holds = new HoldJson(json, names);
    }

    void text(String member, String text) throws IOException {
        json.writeStringField(member, text);
    }

    void textIfKnown(String member, @Nullable String text) throws IOException {
        if (text != null) {
            text(member, text);
        }
    }

    /** @param poolId 0 if there is no pool */
    void poolIfAny(long poolId, @Nullable String name) throws IOException {
        if (poolId != 0) {
            textIfKnown("pool", name);
            number("pool_id", poolId);
        }
    }

    void texts(String member, List<String> texts) throws IOException {
        JsonArrays.texts(json, member, texts);
    }

    void number(String member, long number) throws IOException {
        json.writeNumberField(member, number);
    }

    void number(String member, double number) throws IOException {
        json.writeNumberField(member, number);
    }

    void flag(String member, boolean value) throws IOException {
        json.writeBooleanField(member, value);
    }

    void word(String member, Enum<?> value) throws IOException {
        json.writeStringField(member, value.name().toLowerCase(Locale.ROOT));
    }

    void object(String member, Members members) throws IOException {
        json.writeObjectFieldStart(member);
        members.write();
        json.writeEndObject();
    }

    <T> void objects(String member, Iterable<T> all, MembersOf<? super T> members) throws IOException {
        json.writeArrayFieldStart(member);
        for (T each : all) {
            json.writeStartObject();
            members.write(each);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the object that threads wait for. */
    void waitObject(String member, long waitId) throws IOException {
        text(member, names.object(waitId));
    }

    void callSite(String member, int codeptrRa) throws IOException {
        text(member, names.callSite(codeptrRa));
    }

    /** Writes a call site, or nothing if it is not known. */
    void callSiteIfKnown(String member, int codeptrRa) throws IOException {
        if (codeptrRa != 0) {
            callSite(member, codeptrRa);
        }
    }

    /** Writes the call sites that are known. */
    void callSites(String member, List<Integer> all) throws IOException {
        texts(
                member,
                all.stream().filter(each -> each != 0).map(names::callSite).toList());
    }

    /** Writes a thread's name and id; writes neither if the thread is not known or if there are several. */
    void thread(String member, long id) throws IOException {
        if (id > 0) {
            text(member, names.thread(id));
            number(member + "_id", id);
        }
    }

    void interval(Interval interval) throws IOException {
        thread("thread", interval.threadId());
        number("from_ns", interval.fromNanos());
        number("to_ns", interval.toNanos());
    }

    /** Writes the code of tasks. */
    void code(int body, int madeAt) throws IOException {
        text("code", names.code(body, madeAt));
    }

    /** Writes the code that the culprit ran, if it is known. */
    void code(Cause cause) throws IOException {
        if (cause.body() != 0 || cause.madeAt() != 0) {
            code(cause.body(), cause.madeAt());
        }
    }

    /** Writes the causes of the parts of a wait. */
    void shares(List<CauseShare> shares) throws IOException {
        objects("shares", shares, each -> {
            Cause cause = each.cause();
            number("ns", each.nanos());
            word("because_of", cause.kind());
            if (cause.state() != null) {
                text("state", cause.state().specName());
            }
            code(cause);
            callSiteIfKnown("culprit_at", cause.at());
            if (cause.kind() == Cause.Kind.DID) {
                thread("culprit", cause.of());
            }
        });
    }

    void pool(PoolQueue queue) throws IOException {
        PoolModel pool = queue.pool();
        String name = pool == null ? null : pool.name();
        if (name != null) {
            text("pool", name);
        }
        number("pool_id", queue.poolId());
    }

    /** @param code the code that waited; null if it is not known, or if the call site is */
    void waits(List<PoolQueue.Wait> waits, Function<PoolQueue.Wait, @Nullable String> code) throws IOException {
        objects("waits", waits, each -> {
            text("state", each.state().specName());
            callSite("waited_at", each.waitsAt());
            textIfKnown("code", code.apply(each));
            number("ns", each.nanos());
        });
    }

    void parts(List<PartTime> parts) throws IOException {
        objects("parts", PathRow.of(parts, names), each -> {
            number("ns", each.nanos());
            text("what", each.what());
            if (each.code() != null) {
                text("code", each.code());
            }
        });
    }

    /** Writes what was done while a mutex was held, if it is known. */
    void inHold(@Nullable InHold hold) throws IOException {
        holds.write(hold);
    }
}
