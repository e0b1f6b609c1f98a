package org.ompt4j.emitter.tool;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Ids;
import org.ompt4j.emitter.Inquiries;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** The event core of this JVM. */
final class EmitterCore implements Core {

    @Override
    public void deliverTo(@Nullable RecordSink sink, long eventMask) {
        Events.deliverTo(sink, eventMask);
    }

    @Override
    public @Nullable OmptThread currentThread() {
        return Threads.currentIfBegun();
    }

    @Override
    public Collection<? extends OmptThread> threads() {
        return ThreadRegistry.live();
    }

    @Override
    public @Nullable TaskInfo task(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.task(context, level) : null;
    }

    @Override
    public @Nullable RegionInfo region(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.region(context, level) : null;
    }

    @Override
    public OmptFrame frame(OmptThread thread, int level, boolean inRuntime) {
        return thread instanceof ThreadContext context ? Inquiries.frame(context, level, inRuntime) : OmptFrame.NONE;
    }

    @Override
    public long uniqueId() {
        return Ids.takeOne();
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return Definitions.callSiteText(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return Definitions.bodyText(body);
    }

    @Override
    public @Nullable String waitObject(long waitId) {
        return Definitions.waitObjectClass(waitId);
    }

    @Override
    public void countFailure(String where, Throwable failure) {
        Failures.count(where, failure);
    }

    @Override
    public Map<String, Long> failures() {
        return Failures.counts();
    }
}
