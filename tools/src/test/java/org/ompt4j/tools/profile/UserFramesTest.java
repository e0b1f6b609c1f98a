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
}
