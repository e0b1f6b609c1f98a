package org.ompt4j.bench.programs;

import org.ompt4j.apps.real.JTransformsApp;

/** JTransforms, whose pool cannot be used again once it has ended. */
final class Transforms implements Workload {
    private static final String[] SCALE_ONE = {"1"};

    /** A single transform is so short that a garbage collection would double its time. */
    private static final int REPETITIONS = 8;

    @Override
    public void round() throws Exception {
        for (int i = 0; i < REPETITIONS; i++) {
            JTransformsApp.transform(SCALE_ONE);
        }
    }

    @Override
    public void close() {
        JTransformsApp.endPool();
    }
}
