package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.fibonacciForks;
import static org.ompt4j.apps.forkjoin.ForkJoinTaskApp.outsideForks;
import static org.ompt4j.e2e.AppRun.AGENT_HERE;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.tools.ExecFileLoader;
import org.ompt4j.apps.agent.RedefiningApp;
import org.ompt4j.apps.company.EarlyAgent;
import org.ompt4j.apps.company.MockingApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;

/** Other agents in the same JVM, before and after the agent of OMPT4J. */
class OtherAgentsIT {

    private static final String TOO_EARLY = "loaded before this agent and cannot be given its fields";

    @OnEveryJdk
    void classesThatTheAgentHasRewrittenCanStillBeRedefinedByOthers(Jdk jdk) throws IOException {
        AppRun app = AppRun.of(RedefiningApp.class).on(jdk).profile(Profile.FULL);
        Path other = Company.agent(app.newDirectory(), RedefiningApp.class);

        ObservedRun run = app.jvm(ForkedJvm.BRIEF, "-javaagent:" + other).observed();

        assertThat(run.output().stdout().lines().filter(each -> each.endsWith(": redefined")))
                .hasSize(7);
    }

    @OnEveryJdk
    void forkJoinIsObservedWhereAnotherAgentUsedItFirst(Jdk jdk) throws IOException {
        AppRun app = AppRun.of(ForkJoinTaskApp.class).on(jdk);
        AppRun accompanied =
                app.jvm(ForkedJvm.BRIEF, "-javaagent:" + Company.agent(app.newDirectory(), EarlyAgent.class));

        accompanied.profile(Profile.DEFAULT).observed();
        ObservedRun run = accompanied.profile(Profile.FULL).observed();

        assertThat(run.output().agentLines())
                .filteredOn(each -> each.contains(TOO_EARLY))
                .hasSize(1);
        int forks = fibonacciForks(1) + outsideForks(1);
        assertThat(run)
                .has(forks, taskCreate().at("Fibonacci.compute"))
                .has(
                        forks,
                        syncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN).at("Fibonacci.compute"));
    }

    @OnEveryJdk
    void parallelStreamsAreObservedWhereAnotherAgentUsedThemFirst(Jdk jdk) throws IOException {
        AppRun app =
                AppRun.of(ParallelStreamApp.class).on(jdk).profile(Profile.FULL).arguments("for-each", "own-pool");
        String early = "-javaagent:" + Company.agent(app.newDirectory(), EarlyAgent.class);

        assertThat(app.jvm(ForkedJvm.BRIEF, early).observed())
                .of(Construct.PARALLEL_STREAM)
                .has(ParallelStreamApp.FOR_EACH_REGIONS + ParallelStreamApp.OWN_POOL_REGIONS, parallelBegin());
        assertThat(app.jvm(ForkedJvm.BRIEF, AGENT_HERE, early)
                        .observed()
                        .output()
                        .agentLines())
                .noneMatch(each -> each.contains(TOO_EARLY));
    }

    @OnEveryJdk
    void jacocoCoversWhatItDoesWithoutTheAgent(Jdk jdk) throws IOException {
        String jacoco = "-javaagent:" + Company.jar("org.jacoco.agent-runtime") + "=destfile=jacoco.exec";
        AppRun app =
                AppRun.of(SynchronizedApp.class).on(jdk).profile(Profile.FULL).arguments("block", "method");

        for (AppRun each :
                List.of(app.jvm(ForkedJvm.BRIEF, jacoco, AGENT_HERE), app.jvm(ForkedJvm.BRIEF, AGENT_HERE, jacoco))) {
            ObservedRun run = each.observed();
            IClassCoverage coverage = coverage(run.directory().resolve("jacoco.exec"), SynchronizedApp.class);

            assertThat(coverage.isNoMatch()).as("recorded for other bytes").isFalse();
            assertThat(coveredMethods(coverage))
                    .contains("main", "block", "method")
                    .doesNotContain("nested");
            assertThat(run)
                    .of(Construct.SYNCHRONIZED)
                    .has(
                            SynchronizedApp.BLOCK_ENTRIES,
                            mutexAcquired(MutexKind.CRITICAL).at("SynchronizedApp.block"))
                    .has(
                            SynchronizedApp.METHOD_ENTRIES,
                            mutexAcquired(MutexKind.CRITICAL).at("Counter.increment"));
        }
    }

    private static IClassCoverage coverage(Path recorded, Class<?> type) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(recorded.toFile());
        CoverageBuilder builder = new CoverageBuilder();
        String file = '/' + type.getName().replace('.', '/') + ".class";
        try (InputStream classFile = type.getResourceAsStream(file)) {
            new Analyzer(loader.getExecutionDataStore(), builder).analyzeClass(classFile, file);
        }
        return builder.getClasses().iterator().next();
    }

    private static List<String> coveredMethods(IClassCoverage coverage) {
        List<String> names = new ArrayList<>();
        coverage.getMethods().stream()
                .filter(each -> each.getInstructionCounter().getCoveredCount() > 0)
                .forEach(each -> names.add(each.getName()));
        return names;
    }

    /** Mockito's agent comes before the one of OMPT4J. */
    static AppRun withMockito(AppRun app) {
        return app.before(Company.jar("objenesis"))
                .before(Company.jar("byte-buddy"))
                .before(Company.jar("byte-buddy-agent"))
                .before(Company.jar("mockito-core"))
                .jvm(mockito());
    }

    private static String mockito() {
        return "-javaagent:" + Company.jar("mockito-core");
    }

    @OnEveryJdk
    void mocksAndSpiesOfClassesWithLocksBehaveAndRealObjectsAreStillObserved(Jdk jdk) {
        AppRun before = withMockito(AppRun.of(MockingApp.class).on(jdk)).moreJvm(ForkedJvm.BRIEF);
        AppRun after = before.jvm(ForkedJvm.BRIEF, AGENT_HERE, mockito());
        before.profile(Profile.DEFAULT).observed();
        for (AppRun each : List.of(before, after)) {
            assertThat(each.profile(Profile.FULL).observed())
                    .onThread("payer")
                    .has(MockingApp.PAID, mutexAcquired(MutexKind.NEST_LOCK).at("Account.payLocked"))
                    .has(MockingApp.PAID + 1L, mutexAcquired(MutexKind.CRITICAL).at("Account.pay("));
        }
    }

    @OnEveryJdk
    void asyncProfilerFindsWhatWaitsForALock(Jdk jdk) throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "its library for Linux is tried");
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        AppRun app = AppRun.of(SynchronizedApp.class).on(jdk).profile(Profile.FULL);
        Path library = Company.unpacked(
                "async-profiler",
                arm ? "linux-arm64/libasyncProfiler.so" : "linux-x64/libasyncProfiler.so",
                app.newDirectory());

        ObservedRun run = app.arguments("contended-block")
                .jvm("-agentpath:" + library + "=start,event=lock,lock=0,collapsed,file=locks.txt")
                .observed();

        assertThat(Files.readString(run.directory().resolve("locks.txt")))
                .contains("org/ompt4j/apps/monitor/SynchronizedApp");
        assertThat(run)
                .of(Construct.SYNCHRONIZED)
                .has(SynchronizedApp.CONTENDED_ENTRIES, mutexAcquired(MutexKind.CRITICAL));
    }
}
