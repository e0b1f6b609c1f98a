package org.ompt4j.mappings.barrier;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;

class ExchangerMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new ExchangerMapping();
    }
}
