package org.ompt4j.bench.programs;

import org.ompt4j.apps.real.JTransformsApp;

/** JTransforms, whose pool cannot be used again once it has ended. */
final class Transforms implements Workload {
    private static final String[] SCALE_ONE = {"1"};

    @Override
    public void round() throws Exception {
        JTransformsApp.transform(SCALE_ONE);
    }

    @Override
    public void close() {
        JTransformsApp.endPool();
    }
}
