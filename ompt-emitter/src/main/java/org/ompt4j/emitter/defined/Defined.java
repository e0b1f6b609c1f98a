package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Region;

/** One execution of a defined construct, from its begin to its end. Owner thread only. */
public final class Defined {
    final int epoch = AttachEpoch.current();
    final DefinedKind kind;
    final int callSite;
    final int body;
    final long waitId;
    long waitBeginNanos;

    @Nullable
    Region region;

    Defined(DefinedKind kind, int callSite, int body, long waitId) {
        this.kind = kind;
        this.callSite = callSite;
        this.body = body;
        this.waitId = waitId;
    }
}
