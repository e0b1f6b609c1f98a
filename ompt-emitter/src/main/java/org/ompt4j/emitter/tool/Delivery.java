package org.ompt4j.emitter.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.ompt.OmptThread;

/**
 * Connects the sinks of all tools with the event core: one sink directly, several through a fan-out.
 *
 * <p>Thread safety: any thread.
 */
final class Delivery {
    /*
     * Overview. A single sink is connected directly and owns the threads' sink slots, so one tool needs no fan-out. When a second sink is added, a
     * fan-out is used for the rest of the run, since a sink would not find its objects in slots that others have used in between.
     */
    private final Core core;
    private int soleReceiver = -1;
    private boolean connected;
    private volatile @Nullable SinkFanout fanout;

    Delivery(Core core) {
        this.core = core;
    }

    /** Makes these, in this order, the receivers of events. */
    synchronized void connect(List<Receiver> receivers) {
        connected = !receivers.isEmpty();
        core.setEventsWithCallbacks(maskOfCallbacks(receivers));
        if (!connected) {
            core.deliverTo(null, 0);
        } else if (fanout == null && isSole(receivers)) {
            Receiver sole = receivers.get(0);
            soleReceiver = sole.number();
            core.deliverTo(sole.sink(), sole.eventMask());
        } else {
            SinkFanout made = new SinkFanout(core, receivers.toArray(new Receiver[0]), soleReceiver);
            fanout = made;
            core.deliverTo(made, unionOfMasks(receivers));
        }
    }

    private boolean isSole(List<Receiver> receivers) {
        return receivers.size() == 1
                && (soleReceiver < 0 || soleReceiver == receivers.get(0).number());
    }

    private static long maskOfCallbacks(List<Receiver> receivers) {
        long mask = 0;
        for (Receiver each : receivers) {
            mask |= each.sink() instanceof CallbackSink ? each.eventMask() : 0;
        }
        return mask;
    }

    private static long unionOfMasks(List<Receiver> receivers) {
        long mask = 0;
        for (Receiver each : receivers) {
            mask |= each.eventMask();
        }
        return mask;
    }

    /** The calling thread as a receiver sees it; null if the thread is not observed, or the receiver was never connected. */
    @Nullable
    OmptThread currentThread(int receiver) {
        OmptThread thread = core.currentThread();
        SinkFanout present = fanout;
        if (thread == null) {
            return null;
        }
        if (present != null) {
            return present.hasViewFor(receiver) ? present.view(thread, receiver) : null;
        }
        return isDirect(receiver) ? thread : null;
    }

    private synchronized boolean isDirect(int receiver) {
        return connected && receiver == soleReceiver;
    }
}
