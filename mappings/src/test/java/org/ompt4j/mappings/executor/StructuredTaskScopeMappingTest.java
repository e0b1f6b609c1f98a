package org.ompt4j.mappings.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.JdkMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;

/** On JDKs without such scopes the contract has nothing to test; end-to-end tests run the rewritten class. */
class StructuredTaskScopeMappingTest extends JdkMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new StructuredTaskScopeMapping();
    }

    private Rewrites declaredFor(int feature) {
        Rewrites rewrites = new Rewrites(feature);
        mapping().declare(rewrites);
        return rewrites;
    }

    @Test
    void nothingIsRewrittenBeforeScopesHaveTheirPresentShape() {
        assertThat(declaredFor(24).jdkClassNames()).isEmpty();
        assertThat(declaredFor(24).callSites()).isEmpty();
    }

    @Test
    void scopesAreRewrittenWhereTheyAreImplemented() {
        assertThat(declaredFor(25).jdkClassNames()).containsExactly("java/util/concurrent/StructuredTaskScopeImpl");
    }
}
