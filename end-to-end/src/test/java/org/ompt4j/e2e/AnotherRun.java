package org.ompt4j.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Marks tests that compare a run with the program's own clock, to some milliseconds, or with a sampler: if one fails, it is tried with another run. A
 * machine that stops for a moment spoils one run, while a defect of the agent is in every run. The spoilt run and the reason are printed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(AnotherRun.Interceptor.class)
@interface AnotherRun {

    /** A run that is spoilt once in ten fails a test once in a thousand. */
    int RUNS = 3;

    /** Repeats tests. */
    final class Interceptor implements InvocationInterceptor {
        private final Runnable forgetRuns;

        Interceptor() {
            this(AppRun::forgetJudgedRuns);
        }

        Interceptor(Runnable forgetRuns) {
            this.forgetRuns = forgetRuns;
        }

        @Override
        public void interceptTestMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
                throws Throwable {
            firstOrAnother(invocation, test);
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
                throws Throwable {
            firstOrAnother(invocation, test);
        }

        void firstOrAnother(Invocation<Void> invocation, ReflectiveInvocationContext<Method> test) throws Throwable {
            try {
                invocation.proceed();
                return;
            } catch (AssertionError spoilt) {
                tell(1, test, spoilt);
            }
            for (int run = 2; run < RUNS; run++) {
                try {
                    anew(test);
                    return;
                } catch (AssertionError spoilt) {
                    tell(run, test, spoilt);
                }
            }
            anew(test);
        }

        private void anew(ReflectiveInvocationContext<Method> test) throws Throwable {
            forgetRuns.run();
            Method method = test.getExecutable();
            method.setAccessible(true);
            try {
                method.invoke(
                        test.getTarget().orElseThrow(), test.getArguments().toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private static void tell(int run, ReflectiveInvocationContext<Method> test, AssertionError spoilt) {
            System.out.printf(
                    "%s %s: run %d of %d was spoilt: %s%n",
                    test.getExecutable().getName(), test.getArguments(), run, RUNS, spoilt);
        }
    }
}
