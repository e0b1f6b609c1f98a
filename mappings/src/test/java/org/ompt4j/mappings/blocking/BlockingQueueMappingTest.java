package org.ompt4j.mappings.blocking;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class BlockingQueueMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new BlockingQueueMapping();
    }
}
