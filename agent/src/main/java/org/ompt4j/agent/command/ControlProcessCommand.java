package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.ompt.ControlCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code control}: gives a command to the tools in a JVM of the same user. */
@Command(
        name = "control",
        description = {"Start, pause, flush or end recording in a running JVM that has the agent.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the tools have taken the command",
            "1:they have not, or the JVM cannot be reached",
            "2:wrong usage"
        })
final class ControlProcessCommand extends ProcessCommand {

    @Parameters(
            index = "1",
            paramLabel = "COMMAND",
            converter = CommandNumber.class,
            description = "start, pause, flush, end, or a tool's own number from 64 on.")
    private int command;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "MODIFIER",
            description = "A number for the tool (default: 0).")
    private int modifier;

    @Parameters(index = "3", arity = "0..1", paramLabel = "ARG", description = "A text for the tool.")
    private @Nullable String arg;

    @Override
    int run() throws IOException {
        try (TargetJvm jvm = TargetJvm.connect(pid())) {
            if (jvm.agentProperty(ControlRequest.AGENT_PROPERTY) == null) {
                return fail("process " + pid()
                        + " runs without the agent, nothing was changed; start it with"
                        + " -javaagent:ompt-agent.jar, or attach");
            }
            String id = UUID.randomUUID().toString();
            String request = ControlRequest.text(id, command, modifier, arg);
            return answered(jvm.request(id, ControlRequest.PREFIX + request));
        }
    }

    private int answered(String answer) {
        if (answer.equals(ControlRequest.NO_ANSWER_YET)) {
            return fail("the tools of process " + pid() + " have not answered yet; the command may still take effect");
        }
        return switch (Integer.parseInt(answer)) {
            case ControlCommand.NOTOOL -> fail(answer + ": no tool runs in process " + pid());
            case ControlCommand.NOCALLBACK -> fail(answer + ": no tool of process " + pid() + " takes commands");
            case ControlCommand.SUCCESS -> say(answer + ": done");
            case ControlCommand.IGNORED -> say(answer + ": ignored");
            default -> say(answer);
        };
    }

    static final class CommandNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int)
                    switch (text.toLowerCase(Locale.ROOT)) {
                        case "start" -> ControlCommand.START;
                        case "pause" -> ControlCommand.PAUSE;
                        case "flush" -> ControlCommand.FLUSH;
                        case "end" -> ControlCommand.END;
                        default -> toolSpecific(text);
                    };
        }

        private static long toolSpecific(String text) {
            try {
                int number = Integer.parseInt(text);
                if (number >= ControlCommand.FIRST_TOOL_SPECIFIC) {
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
