package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.Construct;

/**
 * Hooks of methods that the configuration defines as constructs: one at the begin of the method, one at its end.
 *
 * <p>Thread safety: any thread. Cost: an allocation, and a stack walk where a tool wants call sites and the caller has not announced its own.
 */
public final class DefinedHooks extends DefinedGuards {

    private DefinedHooks() {}

    /**
     * A defined method begins.
     *
     * @param kind ordinal of {@link DefinedKind}
     * @param receiver null for a static method, whose class then is what threads wait for
     * @param body the method's id, see {@link org.ompt4j.emitter.Definitions#body}
     * @return the object to pass to {@link #end}; null if nothing was begun
     */
    @Guarded("defined construct")
    public static @Nullable Object begin(
            ThreadContext c, int kind, @Nullable Object receiver, Class<?> type, int body) {
        DefinedKind chosen = DefinedKind.of(kind);
        long waitId = chosen.hasWaitId ? WaitIds.ofUsers(receiver == null ? type : receiver, Construct.DEFINED) : 0;
        Defined begun = new Defined(chosen, callSite(c), body, waitId);
        InitialTasks.ensure(c);
        chosen.begin(c, begun);
        return begun;
    }

    /** The call site of the method: the one that the caller announced, else found by a stack walk. */
    private static int callSite(ThreadContext c) {
        int announced = CallSites.take(c, Construct.DEFINED);
        return announced != 0 ? announced : SampledSites.ofCaller();
    }

    /** The method ends, normally or with an exception. {@code success} is false if it returned false to indicate a failure. */
    public static void end(@Nullable Object begun, boolean success, @Nullable Throwable thrown) {
        if (!(begun instanceof Defined defined) || defined.epoch != AttachEpoch.current()) {
            return;
        }
        end(success, thrown, defined);
    }

    @Guarded("defined construct")
    static void end(ThreadContext c, boolean success, @Nullable Throwable thrown, Defined defined) {
        defined.kind.end(c, defined, success, thrown);
    }
}
