package org.ompt4j.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests of a module, in whose directory this JVM runs, with mutants of its classes: each run loads the classes again, with a fault in one of
 * them.
 *
 * <p>Thread safety: one thread.
 */
public final class ModuleTests {
    private static final Path SOURCES = Path.of("src/test/java");
    private static final Launcher LAUNCHER = LauncherFactory.create(LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .build());

    private final String prefix;
    private final Map<String, String> classes = new HashMap<>();
    private final Map<String, Outcome> outcomes = new HashMap<>();

    /** @param prefix the beginning of the names of classes that each run loads again; all other classes are shared */
    public ModuleTests(String prefix) {
        this.prefix = prefix;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.map(each -> SOURCES.relativize(each).toString())
                    .filter(each -> each.endsWith("Test.java"))
                    .map(each -> each.replace(".java", "").replace('/', '.').replace('\\', '.'))
                    .forEach(each -> classes.put(each.substring(each.lastIndexOf('.') + 1), each));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether this module has the class of a test, which is named as in {@link #assertMissed}. */
    public boolean have(String test) {
        return classes.containsKey(test.split("\\.")[0]);
    }

    /**
     * Asserts that a test fails with the fault.
     *
     * @param test the simple name of a test class, or {@code Class.method}
     */
    public void assertMissed(Mutation mutation, String test) throws ClassNotFoundException {
        assertThat(run(mutation, test).failures)
                .as("failures of %s with %s", test, mutation)
                .isNotEmpty();
    }

    /** Asserts that a test, which is named as in {@link #assertMissed}, passes if classes are loaded again without a fault. */
    public void assertPassesWithoutFault(String test) throws ClassNotFoundException {
        Outcome outcome = run(Mutation.none(), test);

        assertThat(outcome.failures).isEmpty();
        assertThat(outcome.passed).isPositive();
    }

    /** Runs a test until its first failure. The result of the same test with the same mutant is stored. */
    private Outcome run(Mutation mutation, String test) throws ClassNotFoundException {
        String key = mutation + " " + test;
        Outcome known = outcomes.get(key);
        if (known == null) {
            known = new MutatedClasses(prefix, mutation).run(selected(test));
            outcomes.put(key, known);
        }
        return known;
    }

    private Selection selected(String test) {
        assertThat(have(test)).as("%s is in this module", test).isTrue();
        String[] parts = test.split("\\.");
        String name = classes.get(parts[0]);
        return parts.length == 1
                ? loader -> DiscoverySelectors.selectClass(Class.forName(name, false, loader))
                : loader -> DiscoverySelectors.selectMethod(Class.forName(name, false, loader), parts[1]);
    }

    private interface Selection {
        DiscoverySelector from(ClassLoader classes) throws ClassNotFoundException;
    }

    private static final class MutatedClasses extends ClassLoader {
        private final String prefix;
        private final Mutation mutation;

        MutatedClasses(String prefix, Mutation mutation) {
            super(MutatedClasses.class.getClassLoader());
            this.prefix = prefix;
            this.mutation = mutation;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(prefix)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] original = in.readAllBytes();
                byte[] bytes = mutation.applyTo(original);
                if (name.equals(mutation.owner()) && bytes == original) {
                    throw new IllegalStateException("there is no place for: " + mutation);
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** Fails if the class with the fault cannot be loaded, which would be a failure of the tests as well. */
        Outcome run(Selection tests) throws ClassNotFoundException {
            if (mutation.owner() != null) {
                Class.forName(mutation.owner(), true, this);
            }
            Outcome outcome = new Outcome();
            LAUNCHER.execute(LauncherDiscoveryRequestBuilder.request()
                    .selectors(tests.from(this))
                    .forExecution()
                    .listeners(outcome)
                    .cancellationToken(outcome.atFirstFailure)
                    .build());
            return outcome;
        }
    }

    private static final class Outcome implements TestExecutionListener {
        private final List<String> failures = new ArrayList<>();
        private final CancellationToken atFirstFailure = CancellationToken.create();
        private int passed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failures.add(
                        test.getDisplayName() + ": " + result.getThrowable().orElse(null));
                atFirstFailure.cancel();
            } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                passed++;
            }
        }
    }
}
