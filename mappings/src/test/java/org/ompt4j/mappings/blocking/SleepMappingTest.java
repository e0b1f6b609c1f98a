package org.ompt4j.mappings.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;

class SleepMappingTest extends ApplicationMappingContract {

    @Override
    protected ConstructMapping mapping() {
        return new SleepMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {SleepSample.class};
    }

    @Test
    void callsThatSleepAreReplacedAndOthersOfThatNameAreNot() throws IOException {
        Map<String, String> methods = methodsOf(rewritten(SleepSample.class));

        assertThat(methods.get("sleeps()V"))
                .contains("SleepHooks.sleep (JI)V")
                .contains("SleepHooks.sleep (JII)V")
                .doesNotContain("java/lang/Thread.sleep");
        assertThat(methods.get("sleepsInAUnit(Ljava/util/concurrent/TimeUnit;)V"))
                .contains("SleepHooks.sleep (Ljava/util/concurrent/TimeUnit;JI)V")
                .doesNotContain("java/util/concurrent/TimeUnit.sleep");
        assertThat(methods.get("sleep(J)V"))
                .isEqualTo(methodsOf(bytesOf(SleepSample.class)).get("sleep(J)V"));
    }
}
