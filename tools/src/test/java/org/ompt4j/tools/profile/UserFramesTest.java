package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UserFramesTest {

    @Test
    void whatIsBelowTheTaskIsCut() {
        UserFrames frames = UserFrames.of(
                List.of(
                        "app.Fib.leaf",
                        "app.Fib.compute",
                        "java.util.concurrent.RecursiveTask.exec",
                        "java.util.concurrent.ForkJoinTask.doExec",
                        "java.util.concurrent.ForkJoinTask.join",
                        "app.Fib.compute"),
                false);

        assertThat(frames.outermostFirst()).containsExactly("app.Fib.compute", "app.Fib.leaf");
        assertThat(frames.endsAtTask()).isTrue();
    }

    @Test
    void machineryBetweenIsLeftOutAndWhatTheProgramCalledStays() {
        UserFrames frames = UserFrames.of(
                List.of(
                        "java.util.HashMap.resize",
                        "java.util.HashMap.put",
                        "app.Main.lambda$run$0",
                        "app.Main$$Lambda$14.accept",
                        "java.util.stream.ForEachOps$ForEachOp$OfRef.accept",
                        "app.Main.run",
                        "app.Main.main"),
                false);

        assertThat(frames.outermostFirst())
                .containsExactly("app.Main.main", "app.Main.run", "app.Main.lambda$run$0", "java.util.HashMap.put");
        assertThat(frames.endsAtTask()).isFalse();
    }

    @Test
    void whatIsCalledToWaitIsNoWork() {
        List<String> stack = List.of("java.util.concurrent.locks.LockSupport.park", "app.Main.run");

        assertThat(UserFrames.of(stack, true).outermostFirst()).containsExactly("app.Main.run");
    }

    @Test
    void recursionIsOneFrame() {
        assertThat(UserFrames.of(List.of("app.Fib.fib", "app.Fib.fib", "app.Fib.fib", "app.Main.main"), false)
                        .outermostFirst())
                .containsExactly("app.Main.main", "app.Fib.fib");
    }

    @Test
    void workOfTheAgentIsNamed() {
        UserFrames inProgram = UserFrames.of(
                List.of(
                        "java.util.ArrayList.add",
                        "org.ompt4j.mappings.rewrite.OmptTransformer.transform",
                        "app.Main.main"),
                false);
        UserFrames alone = UserFrames.of(
                List.of("org.ompt4j.emitter.Tasks.begin", "java.util.concurrent.ForkJoinTask.doExec"), false);

        assertThat(inProgram.outermostFirst()).containsExactly("app.Main.main", UserFrames.OBSERVATION);
        assertThat(inProgram.hasProgram()).isTrue();
        assertThat(alone.outermostFirst()).containsExactly(UserFrames.OBSERVATION);
        assertThat(alone.hasProgram()).isFalse();
    }

    @Test
    void poolThatHasNoTaskHasNone() {
        UserFrames frames = UserFrames.of(
                List.of("java.util.concurrent.ForkJoinPool.scan", "java.util.concurrent.ForkJoinPool.runWorker"),
                false);

        assertThat(frames.outermostFirst()).isEmpty();
    }

    @Test
    void futureThatTheProgramRunsItselfIsNoTask() {
        List<String> inMain = List.of(
                "app.Main.load",
                "app.Main.lambda$get$0",
                "app.Main$$Lambda$14.call",
                "java.util.concurrent.FutureTask.run",
                "app.Main.get",
                "app.Main.main");
        List<String> inPool = List.of(
                "app.Main.load",
                "java.util.concurrent.FutureTask.run",
                "app.Main.get",
                "java.util.concurrent.FutureTask.run",
                "java.util.concurrent.ThreadPoolExecutor.runWorker",
                "java.util.concurrent.ThreadPoolExecutor$Worker.run",
                "app.Factory.start",
                "java.lang.Thread.run");

        assertThat(UserFrames.of(inMain, false, false, 0).outermostFirst())
                .containsExactly("app.Main.main", "app.Main.get", "app.Main.lambda$get$0", "app.Main.load");
        assertThat(UserFrames.of(inMain, false, false, 0).endsAtTask()).isFalse();
        assertThat(UserFrames.of(inPool, false, false, 1).outermostFirst())
                .containsExactly("app.Main.get", "app.Main.load");
        assertThat(UserFrames.of(inPool, false, false, 1).endsAtTask()).isTrue();
    }

    @Test
    void threadWhoseRunTheProgramCallsIsNoTask() {
        List<String> stack = List.of(
                "app.Main.load",
                "java.lang.Thread.runWith",
                "java.lang.Thread.run",
                "app.Main.get",
                "java.lang.Thread.runWith",
                "java.lang.Thread.run");

        assertThat(UserFrames.of(stack, false, false, 0).outermostFirst())
                .containsExactly("app.Main.get", "app.Main.load");
    }

    @Test
    void submittedTaskThatTheProgramRunsIsATask() {
        List<String> byHandler = List.of(
                "app.Main.load",
                "java.util.concurrent.FutureTask.run",
                "app.Handler.rejectedExecution",
                "java.util.concurrent.ThreadPoolExecutor.reject",
                "app.Main.main");
        List<String> byOwnWorker =
                List.of("app.Main.load", "java.util.concurrent.FutureTask.run", "app.Own.loop", "java.lang.Thread.run");

        assertThat(UserFrames.of(byHandler, false, false, 1).outermostFirst()).containsExactly("app.Main.load");
        assertThat(UserFrames.of(byOwnWorker, false, false, 1).outermostFirst()).containsExactly("app.Main.load");
        assertThat(UserFrames.of(byOwnWorker, false, false, 0).outermostFirst())
                .containsExactly("app.Own.loop", "app.Main.load");
    }
}
