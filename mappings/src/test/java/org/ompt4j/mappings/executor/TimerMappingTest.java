package org.ompt4j.mappings.executor;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class TimerMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new TimerMapping();
    }
}
