package org.ompt4j.mappings.stream;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class ParallelStreamMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new ParallelStreamMapping();
    }
}
