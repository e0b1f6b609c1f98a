package org.ompt4j.tools.report;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.RunModel;

/** Texts for the causes of waits: what a thread did, and where. */
final class BlameWords {
    private final Names names;
    private final RunModel run;
    private final boolean hasPauses;

    /** @param hasPauses whether recording was paused, so that a wait may be cut off before the end */
    BlameWords(Names names, RunModel run, boolean hasPauses) {
        this.names = names;
        this.run = run;
        this.hasPauses = hasPauses;
    }

    /** What was done, such as {@code sleep at}. */
    String what(Cause cause) {
        return switch (cause.kind()) {
            case DID -> did(cause);
            case QUEUED -> cause.of() == 0 ? "before the begin of" : "in the queue of " + pool(cause.of()) + ":";
            case NOT_COMPLETED -> "until somebody completed the future before";
            case HAND_OFF -> "until it ran again";
            case NOBODY -> "while none of them had work";
            case TIMEOUT -> "<timeout>: its time limit was reached";
            case INTERRUPT -> "<interrupt>: no event tells who interrupted it";
            case UNKNOWN -> "<unknown>: no event tells";
            case NOT_ENDED -> hasPauses ? "not over at the end, or at a pause" : "not over at the end";
            case NOT_KEPT -> "<unknown>: too much to be kept apart";
        };
    }

    private String did(Cause cause) {
        State state = cause.state();
        if (state == null || cause.isWork()) {
            return "work in";
        }
        return switch (state) {
            case IDLE -> poolOf(cause.of()) == null ? "idle" : "idle worker of";
            case OVERHEAD -> "worker between two tasks";
            case UNKNOWN -> "unknown state in";
            default -> Names.state(state) + (cause.at() == 0 ? " in" : " at");
        };
    }

    /** Where a cause was: a call site, or the code that was run. Empty if neither is known. */
    String where(Cause cause) {
        if (cause.at() != 0) {
            return names.callSite(cause.at());
        }
        PoolModel idleIn = cause.state() == State.IDLE ? poolOf(cause.of()) : null;
        if (idleIn != null) {
            return pool(cause.of());
        }
        boolean isSomebody = cause.of() != 0 || cause.body() != 0 || cause.madeAt() != 0;
        boolean hasCode = switch (cause.kind()) {
            case QUEUED, NOT_COMPLETED -> true;
            case DID -> isSomebody;
            default -> false;
        };
        return hasCode ? code(cause) : "";
    }

    /** The code that the culprit ran, or the thread if it ran no task of its own. */
    String code(Cause cause) {
        boolean isThread = cause.kind() == Cause.Kind.DID && cause.of() != 0;
        return isThread ? names.threadInText(cause.of()) : names.code(cause.body(), cause.madeAt());
    }

    private String pool(long poolId) {
        return Names.pool(poolOf(poolId));
    }

    /** The pool with this id; null if it is not known. */
    @Nullable
    PoolModel poolOf(long poolId) {
        return run.pool(poolId);
    }
}
