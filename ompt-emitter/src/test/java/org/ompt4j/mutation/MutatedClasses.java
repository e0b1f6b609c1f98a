package org.ompt4j.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
 * Classes of a module and their tests once more, with a fault in one class; everything else is shared.
 *
 * <p>Thread safety: one thread.
 */
public final class MutatedClasses extends ClassLoader {
    private static final Launcher LAUNCHER = LauncherFactory.create(LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .build());

    private final String prefix;
    private final @Nullable Mutant mutant;

    /**
     * Loads nothing yet.
     *
     * @param prefix what the names of the classes begin with that are loaded once more
     * @param mutant null for classes without a fault
     */
    public MutatedClasses(String prefix, @Nullable Mutant mutant) {
        super(MutatedClasses.class.getClassLoader());
        this.prefix = prefix;
        this.mutant = mutant;
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
            byte[] bytes = in.readAllBytes();
            boolean isIt = mutant != null && mutant.owner().equals(name);
            bytes = isIt ? mutant.applyTo(bytes) : bytes;
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /**
     * Runs a class of tests up to the first that fails.
     *
     * @throws LinkageError if the class with the fault is none at all, which a failure of the tests would hide
     */
    public Outcome run(String testClass) throws ClassNotFoundException {
        return run(DiscoverySelectors.selectClass(Class.forName(testClass, false, this)));
    }

    /** Runs one test; otherwise like {@link #run(String)}. */
    public Outcome run(String testClass, String method) throws ClassNotFoundException {
        return run(DiscoverySelectors.selectMethod(Class.forName(testClass, false, this), method));
    }

    private Outcome run(DiscoverySelector tests) throws ClassNotFoundException {
        if (mutant != null) {
            Class.forName(mutant.owner(), true, this);
        }
        Outcome outcome = new Outcome();
        LAUNCHER.execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .forExecution()
                .listeners(outcome)
                .cancellationToken(outcome.atFirstFailure)
                .build());
        return outcome;
    }

    /** What a run of tests came to. */
    public static final class Outcome implements TestExecutionListener {
        private final List<String> failures = new ArrayList<>();
        private int passed;
        private final CancellationToken atFirstFailure = CancellationToken.create();

        /** What failed and why; at most one unless tests were under way when the first failed. */
        public List<String> failures() {
            return failures;
        }

        /** How many tests passed. */
        public int passed() {
            return passed;
        }

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
