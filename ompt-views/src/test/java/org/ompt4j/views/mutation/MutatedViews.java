package org.ompt4j.views.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The views and their tests once more, with a fault in one class of the views; everything else is shared. */
final class MutatedViews extends ClassLoader {
    private static final String VIEWS = "org.ompt4j.views.";
    private static final Launcher LAUNCHER = LauncherFactory.create(LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .build());

    private final @Nullable Mutant mutant;

    /**
     * Loads nothing yet.
     *
     * @param mutant null for views without a fault
     */
    MutatedViews(@Nullable Mutant mutant) {
        super(MutatedViews.class.getClassLoader());
        this.mutant = mutant;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(VIEWS)) {
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
    Outcome run(String test) throws ClassNotFoundException {
        if (mutant != null) {
            Class.forName(mutant.owner(), true, this);
        }
        Outcome outcome = new Outcome();
        LAUNCHER.execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Class.forName(test, false, this)))
                .forExecution()
                .listeners(outcome)
                .cancellationToken(outcome.atFirstFailure)
                .build());
        return outcome;
    }

    /** What a run of tests came to. */
    static final class Outcome implements TestExecutionListener {
        final List<String> failures = new ArrayList<>();
        int passed;
        private final CancellationToken atFirstFailure = CancellationToken.create();

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
