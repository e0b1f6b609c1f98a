package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

class AnotherRunTest {
    private int forgotten;
    private int runs;

    @Test
    void testThatHoldsRunsOnce() throws Throwable {
        run(new AssertionError("never thrown"), 0);

        assertThat(runs).isEqualTo(1);
        assertThat(forgotten).isZero();
    }

    @Test
    void runsThatAreSpoiltAreRepeatedWithRunsOfTheirOwn() throws Throwable {
        run(new AssertionError("spoilt"), AnotherRun.RUNS - 1);

        assertThat(runs).isEqualTo(AnotherRun.RUNS);
        assertThat(forgotten).isEqualTo(AnotherRun.RUNS - 1);
    }

    @Test
    void whatIsWrongInEachRunFails() {
        AssertionError wrong = new AssertionError("wrong");

        assertThatThrownBy(() -> run(wrong, AnotherRun.RUNS)).isSameAs(wrong);
        assertThat(runs).isEqualTo(AnotherRun.RUNS);
    }

    @Test
    void whatIsNoAssertionIsNotRepeated() {
        for (Throwable each : List.of(new IllegalStateException("broken"), new TestAbortedException("assumed"))) {
            runs = 0;
            assertThatThrownBy(() -> run(each, 1)).isSameAs(each);
            assertThat(runs).isEqualTo(1);
        }
    }

    private void run(Throwable failure, int failures) throws Throwable {
        new AnotherRun.Interceptor(() -> forgotten++)
                .firstOrAnother(
                        () -> {
                            test(failure, failures);
                            return null;
                        },
                        call(failure, failures));
    }

    private void test(Throwable failure, int failures) throws Throwable {
        runs++;
        if (runs <= failures) {
            throw failure;
        }
    }

    /** Of {@link #test}. */
    private ReflectiveInvocationContext<Method> call(Throwable failure, int failures) throws NoSuchMethodException {
        Method method = AnotherRunTest.class.getDeclaredMethod("test", Throwable.class, int.class);
        return new ReflectiveInvocationContext<>() {
            @Override
            public Class<?> getTargetClass() {
                return AnotherRunTest.class;
            }

            @Override
            public Optional<Object> getTarget() {
                return Optional.of(AnotherRunTest.this);
            }

            @Override
            public Method getExecutable() {
                return method;
            }

            @Override
            public List<Object> getArguments() {
                return List.of(failure, failures);
            }
        };
    }
}
