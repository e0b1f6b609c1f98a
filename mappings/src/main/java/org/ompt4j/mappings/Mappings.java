package org.ompt4j.mappings;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.mappings.barrier.BarrierMappings;
import org.ompt4j.mappings.blocking.BlockingMappings;
import org.ompt4j.mappings.forkjoin.ForkJoinMappings;
import org.ompt4j.mappings.lock.LockMappings;
import org.ompt4j.mappings.monitor.MonitorMappings;
import org.ompt4j.mappings.stream.StreamMappings;
import org.ompt4j.mappings.thread.ThreadMappings;

/** Every mapping there is. */
public final class Mappings {

    private Mappings() {}

    /** All mappings, family by family. */
    public static List<ConstructMapping> all() {
        List<ConstructMapping> all = new ArrayList<>();
        all.addAll(BarrierMappings.all());
        all.addAll(BlockingMappings.all());
        all.addAll(ForkJoinMappings.all());
        all.addAll(LockMappings.all());
        all.addAll(MonitorMappings.all());
        all.addAll(StreamMappings.all());
        all.addAll(ThreadMappings.all());
        return all;
    }

    /** What a mapping says of itself. */
    public static Mapping describe(ConstructMapping mapping) {
        Mapping description = mapping.getClass().getAnnotation(Mapping.class);
        if (description == null) {
            throw new IllegalStateException(mapping.getClass().getName() + " carries no @Mapping");
        }
        return description;
    }
}
