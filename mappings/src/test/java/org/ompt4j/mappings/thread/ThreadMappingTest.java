package org.ompt4j.mappings.thread;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class ThreadMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new ThreadMapping();
    }
}
