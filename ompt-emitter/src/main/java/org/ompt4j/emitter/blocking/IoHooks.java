package org.ompt4j.emitter.blocking;

import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Called where the JDK blocks for input or output; see {@code docs/mappings/io.md}.
 *
 * <p>Thread safety: any thread.
 */
public final class IoHooks {

    private IoHooks() {}

    /** A call that may block begins; the result is for {@link #ends}. */
    public static boolean begins() {
        return JdkWaits.begin(Construct.IO, State.WAIT_IO, 0);
    }

    /** A call on a file begins, which blocks if the file is a pipe or a terminal; the result is for {@link #ends}. */
    public static boolean fileBegins() {
        return JdkWaits.beginUnreported(Construct.IO, State.WAIT_IO);
    }

    /** The call is over. */
    public static void ends(boolean begun) {
        JdkWaits.end(begun, Construct.IO, State.WAIT_IO, 0);
    }

    /** A channel announces that it may block from now on. */
    public static void mayBlock(Object channel) {
        if (channel instanceof FileChannel) {
            JdkWaits.beginUnreported(Construct.IO, State.WAIT_IO);
        } else {
            JdkWaits.begin(Construct.IO, State.WAIT_IO, 0);
        }
    }

    /** A selector announces that it may block from now on, as long as it has nothing to select. */
    public static void maySelect(Object selector) {
        JdkWaits.beginFor(Construct.IO, State.WAIT_IO, selector, Selector.class);
    }

    /** A channel or selector announces that it no longer blocks. */
    public static void blocksNoMore() {
        JdkWaits.endAt(Construct.IO, State.WAIT_IO);
    }

    /** An event loop of a library is about to wait for events; the result is for {@link #loopGoesOn}. */
    public static boolean loopWaits(Object loop) {
        return JdkWaits.beginFor(Construct.IO, State.WAIT_IO, loop, loop.getClass());
    }

    /** The event loop has returned from its wait. */
    public static void loopGoesOn(boolean waited) {
        if (waited) {
            JdkWaits.endAt(Construct.IO, State.WAIT_IO);
        }
    }
}
