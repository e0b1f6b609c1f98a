package org.ompt4j.tools.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A mutant of {@link PublishedRecordStress} that stores the tag before the rest of the record. Fails on purpose. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nothing published yet")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the chunk, but no record in it yet")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the chunk and its record")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "published before it was whole")
@State
public class TagBeforeRecordMutantStress {
    /** Time between the two stores for the reader, so that the fault is found on a busy machine too. */
    private static final int PAUSES = 200;

    private final StressedChunk chunk = new StressedChunk();

    @Actor
    public void write() {
        chunk.begin();
        chunk.bytes.put(StressedChunk.RECORD, (byte) RecordLayout.FLUSH);
        VarHandle.releaseFence();
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
        chunk.writer.write(RecordLayout.FLUSH, StressedChunk.TIME, 0, StressedChunk.PLACE, 0, 0, 0, 0, 0);
    }

    @Actor
    public void read(II_Result seen) {
        int record = chunk.recordSeen();
        VarHandle.acquireFence();
        seen.r1 = chunk.headerSeen();
        seen.r2 = record;
    }
}
