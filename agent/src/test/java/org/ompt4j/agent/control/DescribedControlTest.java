package org.ompt4j.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a console shows of the commands. */
class DescribedControlTest {
    private static final class Nothing implements ControlMXBean {
        @Override
        public int start() {
            return 0;
        }

        @Override
        public int pause() {
            return 0;
        }

        @Override
        public int flush() {
            return 0;
        }

        @Override
        public int end() {
            return 0;
        }

        @Override
        public int control(int command, int modifier, @Nullable String arg) {
            return 0;
        }
    }

    private static final List<MBeanOperationInfo> OPERATIONS =
            List.of(new DescribedControl(new Nothing()).getMBeanInfo().getOperations());

    @Test
    void eachCommandSaysWhatItDoes() {
        assertThat(OPERATIONS).hasSize(5).allSatisfy(each -> {
            assertThat(each.getDescription()).endsWith(".").isNotEqualTo(each.getName());
            assertThat(each.getImpact()).isEqualTo(MBeanOperationInfo.ACTION);
        });
    }

    @Test
    void parametersHaveTheirNames() {
        MBeanOperationInfo control = OPERATIONS.stream()
                .filter(each -> each.getName().equals("control"))
                .findFirst()
                .orElseThrow();

        assertThat(Arrays.stream(control.getSignature()).map(MBeanParameterInfo::getName))
                .containsExactly("command", "modifier", "arg");
        assertThat(Arrays.stream(control.getSignature()).map(MBeanParameterInfo::getDescription))
                .allMatch(each -> each.endsWith("."));
    }
}
