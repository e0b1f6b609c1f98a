package org.ompt4j.mappings.forkjoin;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class ForkJoinTaskMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new ForkJoinTaskMapping();
    }
}
