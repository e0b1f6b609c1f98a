package org.ompt4j.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code control}: gives a command to the tools in a JVM of the same user. */
@Command(
        name = "control",
        description = "Start, pause, flush or end what the agent does in a running JVM.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the tools have taken the command",
            "1:they have not, or the JVM cannot be reached",
            "2:wrong usage"
        })
final class ControlProcessCommand implements Callable<Integer> {

    private static final int GOOD = 0;
    private static final int FAILED = 1;
    private static final int FIRST_TOOL_SPECIFIC = 64;

    @Parameters(index = "0", paramLabel = "PID", description = "Process id of the JVM, as jps shows it.")
    private long pid;

    @Parameters(
            index = "1",
            paramLabel = "COMMAND",
            converter = CommandNumber.class,
            description = "start, pause, flush, end, or a tool's own number from 64 on.")
    private int command;

    @Parameters(index = "2", arity = "0..1", paramLabel = "MODIFIER", description = "A number for the tool (0).")
    private int modifier;

    @Parameters(index = "3", arity = "0..1", paramLabel = "ARG", description = "A text for the tool.")
    private @Nullable String arg;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            return fail("this Java runtime (" + System.getProperty("java.home")
                    + ") has no module jdk.attach; run the command with a JDK");
        }
        try {
            return Attaching.give(this);
        } catch (IOException e) {
            return fail(String.valueOf(e.getMessage()));
        }
    }

    private int answered(String answer) {
        switch (answer) {
            case ControlRequest.NO_ANSWER_YET:
                return fail(
                        "the tools of process " + pid + " have not answered yet; the command may still take effect");
            case "-2":
                return fail("-2: no tool runs in process " + pid);
            case "-1":
                return fail("-1: no tool of process " + pid + " takes commands");
            case "0":
                return say("0: done");
            case "1":
                return say("1: ignored");
            default:
                return say(answer);
        }
    }

    private int say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
        return GOOD;
    }

    private int fail(String line) {
        spec.commandLine().getErr().println("ompt4j: " + line);
        spec.commandLine().getErr().flush();
        return FAILED;
    }

    /** What needs the module jdk.attach, which not every Java runtime has. */
    private static final class Attaching {

        private Attaching() {}

        static int give(ControlProcessCommand control) throws IOException {
            VirtualMachine jvm = attach(control.pid);
            try {
                String agent = jvm.getAgentProperties().getProperty(ControlRequest.AGENT_PROPERTY);
                if (agent == null) {
                    return control.fail("process " + control.pid
                            + " runs without the agent, nothing was changed; start it with -javaagent:ompt-agent.jar");
                }
                return control.answered(give(jvm, control));
            } finally {
                jvm.detach();
            }
        }

        private static VirtualMachine attach(long pid) throws IOException {
            try {
                return VirtualMachine.attach(Long.toString(pid));
            } catch (AttachNotSupportedException | IOException e) {
                throw new IOException(
                        "cannot attach to process " + pid + " (" + e.getMessage()
                                + "); it must be a JVM of the same user that lets others attach",
                        e);
            }
        }

        private static String give(VirtualMachine jvm, ControlProcessCommand control) throws IOException {
            String id = UUID.randomUUID().toString();
            String request = ControlRequest.text(id, control.command, control.modifier, control.arg);
            try {
                jvm.loadAgent(AgentJar.file().getAbsolutePath(), ControlRequest.PREFIX + request);
            } catch (AgentLoadException | AgentInitializationException e) {
                throw new IOException(
                        "process " + control.pid + " does not take the command (" + e.getMessage() + ")", e);
            }
            String answer = jvm.getAgentProperties().getProperty(ControlRequest.ANSWER_PROPERTY, "");
            if (!answer.startsWith(id + " ")) {
                throw new IOException("process " + control.pid
                        + " has got another command at the same time, the answer to this one is lost");
            }
            return answer.substring(id.length() + 1);
        }
    }

    static final class CommandNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            switch (text.toLowerCase(Locale.ROOT)) {
                case "start":
                    return 1;
                case "pause":
                    return 2;
                case "flush":
                    return 3;
                case "end":
                    return 4;
                default:
                    return toolSpecific(text);
            }
        }

        private static int toolSpecific(String text) {
            try {
                int number = Integer.parseInt(text);
                if (number >= FIRST_TOOL_SPECIFIC) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new TypeConversionException(
                    "'" + text + "' is no command; known: start, pause, flush, end, and numbers from 64 on");
        }
    }
}
