package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.barrier.ExchangerApp;
import org.ompt4j.apps.barrier.PhaserApp;
import org.ompt4j.apps.blocking.BlockingQueueApp;
import org.ompt4j.apps.blocking.SleepApp;
import org.ompt4j.apps.company.EverythingApp;
import org.ompt4j.apps.executor.CompletableFutureApp;
import org.ompt4j.apps.executor.StructuredTaskScopeApp;
import org.ompt4j.apps.executor.ThreadPoolExecutorApp;
import org.ompt4j.apps.executor.TimerApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.lock.CountDownLatchApp;
import org.ompt4j.apps.lock.LockImplementationApp;
import org.ompt4j.apps.lock.ReadWriteLockApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.lock.SemaphoreApp;
import org.ompt4j.apps.lock.StampedLockApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.apps.thread.ThreadApp;
import org.ompt4j.apps.thread.VirtualThreadApp;
import org.ompt4j.mutation.Mutation;

/**
 * If the initialization of an emitter class fails, for example because the application stops the thread that runs it, the class remains unusable: the
 * hooks must catch all resulting failures. Tested for each class that is not initialized when the application begins.
 */
@Order(1)
class UnusableClassIT {

    private static final String EMITTER = "org.ompt4j.emitter.";

    /** Classes of this kind are used for waits that are observed inside the JDK, unless every operation is observed. */
    private static final String QUEUED = "lock.Queued";

    private static final Pattern INITIALIZED = Pattern.compile("Initializing '([^']+)'");

    /** The program that uses the classes of a package most, by package. */
    private static final Map<String, Class<?>> PROGRAMS = programs();

    @TempDir
    static Path folder;

    private static Map<String, Class<?>> programs() {
        Map<String, Class<?>> programs = new LinkedHashMap<>();
        programs.put("barrier.Cyclic", CyclicBarrierApp.class);
        programs.put("barrier.Exchanger", ExchangerApp.class);
        programs.put("barrier.", PhaserApp.class);
        programs.put("blocking.Queue", BlockingQueueApp.class);
        programs.put("SampledSites", BlockingQueueApp.class);
        programs.put("blocking.", SleepApp.class);
        programs.put("executor.CompletableFuture", CompletableFutureApp.class);
        programs.put("executor.StageTasks", CompletableFutureApp.class);
        programs.put("executor.JoinedTasks", CompletableFutureApp.class);
        programs.put("ForeignTasks", CompletableFutureApp.class);
        programs.put("executor.Structured", StructuredTaskScopeApp.class);
        programs.put("executor.Timer", TimerApp.class);
        programs.put("executor.", ThreadPoolExecutorApp.class);
        programs.put("forkjoin.", ForkJoinTaskApp.class);
        programs.put(QUEUED, SemaphoreApp.class);
        programs.put("lock.Stamped", StampedLockApp.class);
        programs.put("lock.ReadWrite", ReadWriteLockApp.class);
        programs.put("lock.LockHooks", ReadWriteLockApp.class);
        programs.put("lock.LockImplementation", LockImplementationApp.class);
        programs.put("MutexInCode", LockImplementationApp.class);
        programs.put("lock.LockSync", ReadWriteLockApp.class);
        programs.put("lock.CountDown", CountDownLatchApp.class);
        programs.put("lock.", ReentrantLockApp.class);
        programs.put("monitor.", SynchronizedApp.class);
        programs.put("stream.", ParallelStreamApp.class);
        programs.put("thread.Virtual", VirtualThreadApp.class);
        programs.put("thread.Schedulers", VirtualThreadApp.class);
        programs.put("Carriers", VirtualThreadApp.class);
        programs.put("thread.", ThreadApp.class);
        return programs;
    }

    static Set<String> lateClasses() throws IOException {
        Set<String> classes = new TreeSet<>();
        MutatedAgent.emitterClasses().forEach((name, bytes) -> {
            // Classes of the binding have no hooks.
            if (name.startsWith(EMITTER) && Mutation.cannotBeInitialized(name).applyTo(bytes) != bytes) {
                classes.add(name);
            }
        });
        assertThat(classes).isNotEmpty();
        classes.removeAll(initializedBefore(EverythingApp.class));
        assertThat(classes).isNotEmpty();
        return classes;
    }

    /** The classes of the emitter that are initialized before the program begins. */
    private static Set<String> initializedBefore(Class<?> app) throws IOException {
        Path log = folder.resolve("initialized.txt");
        AppRun.of(app).jvm("-Xlog:class+init=info:file=" + log).observedUnjudged();
        Set<String> initialized = new TreeSet<>();
        try (Stream<String> lines = Files.lines(log)) {
            for (String line : (Iterable<String>) lines::iterator) {
                Matcher matcher = INITIALIZED.matcher(line);
                if (matcher.find()) {
                    String name = matcher.group(1).replace('/', '.');
                    if (name.equals(app.getName())) {
                        return initialized;
                    }
                    initialized.add(name);
                }
            }
        }
        throw new IllegalStateException(app + " is not in " + log);
    }

    @ParameterizedTest
    @MethodSource("lateClasses")
    void applicationRunsAsWithoutTheAgent(String className) throws IOException {
        Path agent = MutatedAgent.make(folder.resolve("unusable.jar"), Mutation.cannotBeInitialized(className));
        AppRun run = AppRun.of(programFor(className))
                .jvm(ForkedJvm.BRIEF)
                .agent(agent)
                .profile(className.startsWith(EMITTER + QUEUED) ? Profile.DEFAULT : Profile.FULL);

        RunOutput observed = run.observedUnjudged().output();
        Files.delete(agent);

        RunOutput plain = run.plain();
        assertThat(observed.stdout()).isEqualTo(plain.stdout());
        assertThat(observed.exitCode()).isEqualTo(plain.exitCode());
        assertThat(ofTheProgram(observed.stderr())).isEqualTo(ofTheProgram(plain.stderr()));
    }

    private static Class<?> programFor(String className) {
        String name = className.substring(EMITTER.length());
        return PROGRAMS.entrySet().stream()
                .filter(each -> name.startsWith(each.getKey()))
                .findFirst()
                .<Class<?>>map(Map.Entry::getValue)
                .orElse(EverythingApp.class);
    }

    private static List<String> ofTheProgram(String stderr) {
        return stderr.lines().filter(line -> !line.startsWith("ompt4j: ")).toList();
    }
}
