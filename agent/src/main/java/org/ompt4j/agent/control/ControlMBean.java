package org.ompt4j.agent.control;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveBean;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.tool.ControlHooks;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ControlCommand;

/**
 * Offers the commands, and the data of {@code top}, over JMX once the platform's MBean server exists, and never before: to create the server would
 * fix settings that the application may want to choose. The bean is registered before the first request for the server, from the application or
 * from a client, returns.
 */
public final class ControlMBean implements ControlMXBean {
    private static final String NAME = "org.ompt4j:type=Control";
    private static final int NO_ANSWER_YET = -3;

    /** The server in which the bean is registered. */
    private static volatile @Nullable Object server;

    private ControlMBean() {}

    /** Registers with the emitter for the first request for the server. */
    public static void declare(Rewrites rewrites) {
        rewrites.jdkClass(Construct.NONE, "java/lang/management/ManagementFactory")
                .method("getPlatformMBeanServer()Ljavax/management/MBeanServer;")
                .onReturn(Hook.of(ControlHooks.class, "platformServer", "(Ljava/lang/Object;)V", Operand.RESULT));
    }

    /** Waits for the server. */
    public static void awaitServer() {
        ControlHooks.onPlatformServer(new Registration());
    }

    /**
     * Registers in the server if the program, or a client, asked for it before the agent came.
     *
     * @param loaded all classes that the JVM has
     */
    public static void findServer(Class<?>[] loaded) {
        // Without this class there is no server, and nothing of JMX may be loaded.
        if (Arrays.stream(loaded).anyMatch(each -> each.getName().equals("javax.management.MBeanServerFactory"))) {
            Registration.findServer();
        }
    }

    /** A class of its own, so that no class of JMX is loaded before the server exists. */
    private static final class Registration implements Consumer<Object> {
        @Override
        public void accept(Object server) {
            // No exception of JMX is named here, since the verifier would load its class in premain.
            try {
                ((MBeanServer) server).registerMBean(new DescribedControl(new ControlMBean()), new ObjectName(NAME));
                ((MBeanServer) server).registerMBean(new LiveBean(), new ObjectName(LiveBean.NAME));
                ControlMBean.server = server;
            } catch (Exception e) {
                Failures.count("MBean of the commands", e);
            }
        }

        /** A server that has the bean of the runtime is the platform's. */
        static void findServer() {
            try {
                ObjectName runtime = new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME);
                if (MBeanServerFactory.findMBeanServer(null).stream().anyMatch(each -> each.isRegistered(runtime))) {
                    // The server exists, so this makes none; the hook at its end registers the bean.
                    ManagementFactory.getPlatformMBeanServer();
                }
            } catch (Exception e) {
                Failures.count("MBean of the commands", e);
            }
        }

        static void undo(Object server) {
            try {
                ((MBeanServer) server).unregisterMBean(new ObjectName(LiveBean.NAME));
                ((MBeanServer) server).unregisterMBean(new ObjectName(NAME));
            } catch (Exception e) {
                Failures.count("MBean of the commands", e);
            }
        }
    }

    /** Removes the bean from the server if it is registered. */
    public static void unregister() {
        Object registered = server;
        server = null;
        if (registered != null) {
            Registration.undo(registered);
        }
    }

    @Override
    public int start() {
        return control((int) ControlCommand.START, 0, null);
    }

    @Override
    public int pause() {
        return control((int) ControlCommand.PAUSE, 0, null);
    }

    @Override
    public int flush() {
        return control((int) ControlCommand.FLUSH, 0, null);
    }

    @Override
    public int end() {
        return control((int) ControlCommand.END, 0, null);
    }

    @Override
    public int control(int command, int modifier, @Nullable String arg) {
        Integer answer = ExternalControl.give(command, modifier, arg);
        return answer == null ? NO_ANSWER_YET : answer;
    }
}
