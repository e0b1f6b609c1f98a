package org.ompt4j.tools.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader that sees the kind of a chunk sees the chunk's header, and a reader that sees the tag of a record sees the record. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nothing published yet")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the chunk, but no record in it yet")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the chunk and its record")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "published before it was whole")
@State
public class PublishedRecordStress {
    private final StressedChunk chunk = new StressedChunk();

    @Actor
    public void write() {
        chunk.begin();
        chunk.writer.write(RecordLayout.FLUSH, StressedChunk.TIME, 0, StressedChunk.PLACE, 0, 0, 0, 0, 0);
    }

    @Actor
    public void read(II_Result seen) {
        // Reads the record first: a reader that sees the record must see the chunk.
        int record = chunk.recordSeen();
        VarHandle.acquireFence();
        seen.r1 = chunk.headerSeen();
        seen.r2 = record;
    }
}
