package org.ompt4j.mappings.memory;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class AtomicMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new AtomicMapping();
    }
}
