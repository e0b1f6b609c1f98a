package org.ompt4j.emitter.tool;

import java.util.Arrays;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;

/**
 * Gives every event to several sinks, in a fixed order, each with its own slot on every thread.
 *
 * <p>Thread safety: as for every sink. Exceptions of one sink are counted and do not affect the others.
 */
final class SinkFanout implements RecordSink {
    /*
     * Overview. A sink finds its per-thread object in OmptThread.sinkSlot, of which a thread has only one. So each sink sees the thread through a
     * view with a slot of its own. The views are in the thread's real slot, indexed by the receiver's number, which never changes. When a fan-out
     * replaces a single sink, the object of that sink moves from the slot to its view.
     */
    private final Core core;
    private final Receiver[] receivers;
    private final int soleReceiver;
    private final int views;

    /**
     * @param receivers in the order of delivery
     * @param soleReceiver number of the receiver that used threads' slots directly before, -1 if none
     */
    SinkFanout(Core core, Receiver[] receivers, int soleReceiver) {
        this.core = core;
        this.receivers = receivers;
        this.soleReceiver = soleReceiver;
        int highest = soleReceiver;
        for (Receiver each : receivers) {
            highest = Math.max(highest, each.number());
        }
        this.views = highest + 1;
    }

    /** A sink, the events that it wants, and its permanent number. */
    record Receiver(int number, RecordSink sink, long eventMask) {}

    /** Whether the receiver with this number has a view of every thread. */
    boolean hasViewFor(int number) {
        return number < views;
    }

    /** The thread as the receiver with this number sees it. Called on the thread itself, or on its behalf at its end. */
    OmptThread view(OmptThread thread, int number) {
        ThreadView[] held = thread.sinkSlot instanceof ThreadView[] known ? known : takeOver(thread);
        if (held.length < views) {
            held = widen(thread, held);
        }
        return held[number];
    }

    private ThreadView[] takeOver(OmptThread thread) {
        Object left = thread.sinkSlot;
        ThreadView[] made = widen(thread, new ThreadView[0]);
        if (soleReceiver >= 0) {
            made[soleReceiver].sinkSlot = left;
        }
        return made;
    }

    private ThreadView[] widen(OmptThread thread, ThreadView[] before) {
        ThreadView[] wider = Arrays.copyOf(before, views);
        for (int i = before.length; i < views; i++) {
            wider[i] = new ThreadView(thread);
        }
        thread.sinkSlot = wider;
        return wider;
    }

    private void failed(Receiver receiver, Throwable thrown) {
        core.countFailure(receiver.sink().getClass().getName(), thrown);
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineCallSite(codeptrRa, text);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void defineBody(int body, String text) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineBody(body, text);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        for (Receiver each : receivers) {
            try {
                each.sink().defineWaitId(waitId, construct, className);
            } catch (Throwable thrown) {
                failed(each, thrown);
            }
        }
    }

    @Override
    public void record(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long d,
            long place) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & event.bit()) != 0) {
                try {
                    OmptThread view = view(thread, each.number());
                    each.sink().record(view, event, timeNanos, details, a, b, c, d, place);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }

    @Override
    public void recordWith(
            OmptThread thread,
            EventShape event,
            long timeNanos,
            long details,
            long a,
            long b,
            long c,
            long place,
            Object payload) {
        for (Receiver each : receivers) {
            if ((each.eventMask() & event.bit()) != 0) {
                try {
                    OmptThread view = view(thread, each.number());
                    each.sink().recordWith(view, event, timeNanos, details, a, b, c, place, payload);
                } catch (Throwable thrown) {
                    failed(each, thrown);
                }
            }
        }
    }
}
