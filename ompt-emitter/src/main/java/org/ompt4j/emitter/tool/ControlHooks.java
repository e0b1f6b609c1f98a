package org.ompt4j.emitter.tool;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.StackSites;
import org.ompt4j.emitter.UnobservedScope;
import org.ompt4j.ompt.ControlCommand;

/**
 * Receives commands to the tools: from the class {@code OmptControl} that applications use, which finds this class by name, and from the agent for
 * commands from outside.
 *
 * <p>Thread safety: any thread.
 */
public final class ControlHooks {
    private static volatile @Nullable RunningTools tools;

    private static volatile @Nullable Consumer<Object> serverListener;

    private ControlHooks() {}

    /** Sets a listener that is called once, when the platform's MBean server is first used. */
    public static void onPlatformServer(Consumer<Object> listener) {
        serverListener = listener;
    }

    /** The platform's MBean server is about to be returned to a caller. Never throws. */
    public static void platformServer(@Nullable Object server) {
        Consumer<Object> listener = serverListener;
        if (server == null || listener == null) {
            return;
        }
        UnobservedScope call = UnobservedScope.enter();
        if (call == null) {
            return;
        }
        try {
            // Called under the lock of the calling method, so there is no race.
            serverListener = null;
            listener.accept(server);
        } catch (Throwable thrown) {
            Failures.count("platform MBean server", thrown);
        } finally {
            call.leave();
        }
    }

    /** Passes commands to these tools from now on. */
    public static void connect(RunningTools running) {
        tools = running;
    }

    /** Removes the tools and the listener: commands find no tool from now on. */
    public static void disconnect() {
        tools = null;
        serverListener = null;
    }

    /** A command of the application; the calling frame becomes the call site. Never throws. */
    public static int control(int command, int modifier, @Nullable Object arg) {
        RunningTools present = tools;
        if (present == null) {
            return ControlCommand.NOTOOL;
        }
        try {
            return present.controlTool(command, modifier, arg, StackSites.innermost());
        } catch (Throwable thrown) {
            Failures.count("control_tool", thrown);
            return ControlCommand.IGNORED;
        }
    }

    /** A command from outside the application, which has no call site. */
    public static int controlFromOutside(int command, int modifier, @Nullable Object arg) {
        RunningTools present = tools;
        return present == null ? ControlCommand.NOTOOL : present.controlTool(command, modifier, arg, 0);
    }
}
