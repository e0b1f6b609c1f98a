package org.ompt4j.views.early;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** TR2, sections 4.5 and 5.2; v2, chapter 4, section 3. */
class FramesTest {

    private static int depth() {
        return StackWalker.getInstance().walk(frames -> (int) frames.count()) - 1;
    }

    @Test
    void framesAreTheirDepthAndTheirMethod() {
        FakeRuntimeEntryPoints.Frame frame =
                new FakeRuntimeEntryPoints.Frame(3, 5, 0, 1, "jdk.Exit.x", "com.acme.App.main");

        assertThat(Frames.exit(frame)).isEqualTo(new FrameAddress(3, "jdk.Exit.x"));
        assertThat(Frames.enter(frame)).isEqualTo(new FrameAddress(5, "com.acme.App.main"));
    }

    @Test
    void framesThatAreNotThereAreNull() {
        FakeRuntimeEntryPoints.Frame frame = new FakeRuntimeEntryPoints.Frame(0, 0, 0, 0, null, null);

        assertThat(Frames.exit(frame)).isNull();
        assertThat(Frames.enter(frame)).isNull();
        assertThat(Frames.reenter(frame)).isNull();
    }

    @Test
    void runtimeIsReenteredRightAboveTheFrameOfTheUsersCode() {
        int here = depth();
        FrameAddress reentered = entered(here);

        assertThat(reentered).isEqualTo(new FrameAddress(here + 1, FramesTest.class.getName() + ".entered"));
    }

    @Test
    void runtimeIsReenteredInTheFrameItselfWhereAllTheCodeIsTheJdks() {
        FakeRuntimeEntryPoints.Frame frame =
                new FakeRuntimeEntryPoints.Frame(0, 5, 0, 0, null, "java.util.concurrent.ForkJoinTask.fork");

        assertThat(Frames.reenter(frame)).isEqualTo(new FrameAddress(5, "java.util.concurrent.ForkJoinTask.fork"));
    }

    private static FrameAddress entered(int userFrame) {
        return Frames.reenter(new FakeRuntimeEntryPoints.Frame(0, userFrame, 0, 1, null, "com.acme.App.main"));
    }

    @Test
    void idleFrameIsTheLoopOfThePool() {
        ForkJoinPool pool = new ForkJoinPool(1);
        try {
            FrameAddress idle = pool.submit(Frames::idle).join();

            assertThat(idle.method()).isEqualTo("java.util.concurrent.ForkJoinPool.runWorker");
            assertThat(idle.depth()).isPositive();
            assertThat(Frames.idle()).isNull();
        } finally {
            pool.shutdown();
        }
    }
}
