package org.ompt4j.emitter.tool;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/** What tools need of the event core; a seam for tests. Thread safety: any thread. */
interface Core {

    /** Makes the sink the one receiver of the events of the mask; null ends delivery. */
    void deliverTo(@Nullable RecordSink sink, long eventMask);

    /** The calling thread, or null if it is no thread of the OMPT runtime. */
    @Nullable
    OmptThread currentThread();

    Collection<? extends OmptThread> threads();

    /** A task on the stack of the calling thread, or of one that the calling thread ends; null if there is none. */
    @Nullable
    TaskInfo task(OmptThread thread, int level);

    /** A region around the current task of such a thread; null if there is none. */
    @Nullable
    RegionInfo region(OmptThread thread, int level);

    /** Where a task of such a thread stands on the calling thread's stack. */
    OmptFrame frame(OmptThread thread, int level, boolean inRuntime);

    long uniqueId();

    @Nullable
    String callSite(int codeptrRa);

    @Nullable
    String body(int body);

    @Nullable
    String waitObject(long waitId);

    void countFailure(String where, Throwable failure);

    Map<String, Long> failures();
}
