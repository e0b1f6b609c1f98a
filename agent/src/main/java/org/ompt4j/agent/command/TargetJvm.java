package org.ompt4j.agent.command;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.jar.AgentJar;
import org.ompt4j.text.OneLine;

/**
 * A running JVM of the same user, reached by the JDK's attach mechanism. Every failure is an {@link IOException} whose message can be
 * printed as it is.
 *
 * <p>Only to be loaded on a runtime with the module {@code jdk.attach}.
 */
final class TargetJvm implements Closeable {
    private final long pid;
    private final VirtualMachine jvm;

    private TargetJvm(long pid, VirtualMachine jvm) {
        this.pid = pid;
        this.jvm = jvm;
    }

    static TargetJvm connect(long pid) throws IOException {
        String problem = TargetProcess.of(pid).problem();
        if (problem != null) {
            throw new IOException("cannot attach to process " + pid + " (" + problem + ")");
        }
        try {
            return new TargetJvm(pid, VirtualMachine.attach(Long.toString(pid)));
        } catch (AttachNotSupportedException | IOException e) {
            throw new IOException(
                    "cannot attach to process " + pid + " (" + OneLine.joined(e.getMessage())
                            + "); it must be a JVM of the same user that lets others attach, so without"
                            + " -XX:+DisableAttachMechanism",
                    e);
        }
    }

    /** An agent property of the JVM, through which the agent there passes its answers; null if it is not set. */
    @Nullable
    String agentProperty(String key) throws IOException {
        try {
            return jvm.getAgentProperties().getProperty(key);
        } catch (IOException e) {
            throw gaveNoAnswer(pid, e);
        }
    }

    /** A property of the JVM, empty if it has none. */
    String systemProperty(String key) throws IOException {
        try {
            return jvm.getSystemProperties().getProperty(key, "");
        } catch (IOException e) {
            throw gaveNoAnswer(pid, e);
        }
    }

    /**
     * Passes a request to the agent in the JVM; loads the agent if it is not there.
     *
     * @param id of the request
     * @return the answer of the agent, without the id
     */
    String request(String id, String text) throws IOException {
        String jar = AgentJar.file().getAbsolutePath();
        try {
            jvm.loadAgent(jar, text);
        } catch (AgentLoadException e) {
            throw new IOException(notLoaded(jar, String.valueOf(e.getMessage())), e);
        } catch (AgentInitializationException e) {
            throw new IOException(
                    "process " + pid + " failed to process the request (" + OneLine.joined(e.getMessage()) + ")", e);
        } catch (IOException e) {
            throw gaveNoAnswer(pid, e);
        }
        String answer = agentProperty(ControlRequest.ANSWER_PROPERTY);
        if (answer == null || !answer.startsWith(id + " ")) {
            throw new IOException(
                    "process " + pid
                            + " gave no answer, or has got another command at the same time; its standard error stream may say more");
        }
        return answer.substring(id.length() + 1);
    }

    /** What the JDK says, such as "Premature EOF", names neither the process nor a reason. */
    static IOException gaveNoAnswer(long pid, IOException e) {
        return new IOException(
                "process " + pid + " gave no answer (" + OneLine.joined(e.getMessage())
                        + "); it may have ended meanwhile",
                e);
    }

    private String notLoaded(String jar, String message) {
        if (message.contains("not enabled")) {
            return "process " + pid
                    + " does not allow agents to be loaded (-XX:-EnableDynamicAgentLoading); start it without that option,"
                    + " or with -javaagent:ompt-agent.jar";
        }
        if (message.contains("Agent JAR not found")) {
            return "process " + pid + " cannot read " + jar + "; put the jar where that process can";
        }
        return "process " + pid + " cannot load the agent (" + OneLine.joined(message) + ")";
    }

    @Override
    public void close() throws IOException {
        jvm.detach();
    }
}
