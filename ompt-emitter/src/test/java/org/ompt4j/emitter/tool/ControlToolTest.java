package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.tool.RunningToolsTest.FirstTool;
import org.ompt4j.emitter.tool.RunningToolsTest.Script;
import org.ompt4j.emitter.tool.RunningToolsTest.SecondTool;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.SetResult;

class ControlToolTest {
    @TempDir
    Path folder;

    private final TestEnvironment environment = new TestEnvironment();
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void forgetTheScripts() {
        FirstTool.script = new Script("first");
        SecondTool.script = new Script("second");
    }

    private RunningTools start(Class<?>... tools) throws IOException {
        String[] names = new String[tools.length];
        for (int i = 0; i < tools.length; i++) {
            names[i] = tools[i].getName();
        }
        environment.startsEveryTool = true;
        environment.toolLibraries =
                tools.length == 0 ? "" : Libraries.folder(folder, names).toString();
        RegistrationAnswers answers = new RegistrationAnswers(environment);
        return RunningTools.start(environment, new TestCore(), answers);
    }

    private void answer(Script tool, int answer) {
        OmptCallback.ControlTool callback = (command, modifier, arg, site) -> {
            seen.add(tool.name + " " + command + " " + modifier + " " + arg + " " + site);
            return answer;
        };
        assertThat(tool.set(Event.CONTROL_TOOL, callback)).isEqualTo(SetResult.ALWAYS);
    }

    private static int pause(RunningTools tools, @Nullable Object arg) {
        return tools.controlTool(ControlCommand.PAUSE, 5, arg, 7);
    }

    @Test
    void answersThatNoToolRuns() throws IOException {
        assertThat(pause(start(), null)).isEqualTo(ControlCommand.NOTOOL);

        FirstTool.script.declines = true;
        assertThat(pause(start(FirstTool.class), null)).isEqualTo(ControlCommand.NOTOOL);
    }

    @Test
    void answersThatNoToolHasACallback() throws IOException {
        assertThat(pause(start(FirstTool.class, SecondTool.class), null)).isEqualTo(ControlCommand.NOCALLBACK);
    }

    @Test
    void everyToolIsCalledInOrderAndTheFirstOneAnswers() throws IOException {
        RunningTools tools = start(FirstTool.class, SecondTool.class);
        answer(SecondTool.script, 9);
        answer(FirstTool.script, 8);

        assertThat(pause(tools, "arg")).isEqualTo(8);
        assertThat(seen).containsExactly("first 2 5 arg 7", "second 2 5 arg 7");
    }

    @Test
    void aToolWithoutACallbackDoesNotAnswer() throws IOException {
        RunningTools tools = start(FirstTool.class, SecondTool.class);
        answer(SecondTool.script, 9);

        assertThat(pause(tools, null)).isEqualTo(9);
    }

    @Test
    void unregisteredCallbackIsNotCalled() throws IOException {
        RunningTools tools = start(FirstTool.class);
        answer(FirstTool.script, 8);
        FirstTool.script.set(Event.CONTROL_TOOL, null);

        assertThat(pause(tools, null)).isEqualTo(ControlCommand.NOCALLBACK);
        assertThat(seen).isEmpty();
    }

    @Test
    void finalizedToolsAreNotThereAnyMore() throws IOException {
        RunningTools tools = start(FirstTool.class);
        answer(FirstTool.script, 8);
        tools.finish();

        assertThat(pause(tools, null)).isEqualTo(ControlCommand.NOTOOL);
        assertThat(seen).isEmpty();
    }

    @Test
    void toolThatThrowsOrAnswersWhatOnlyTheRuntimeMayHasIgnoredTheCommand() throws IOException {
        RunningTools tools = start(FirstTool.class, SecondTool.class);
        answer(SecondTool.script, 9);
        FirstTool.script.set(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            throw new IllegalStateException("boom");
        });

        assertThat(pause(tools, null)).isEqualTo(ControlCommand.IGNORED);
        assertThat(seen).hasSize(1);
        assertThat(environment.messages).singleElement().asString().contains("control_tool", "boom");
        answer(FirstTool.script, ControlCommand.NOTOOL);
        assertThat(pause(tools, null)).isEqualTo(ControlCommand.IGNORED);
    }

    @Test
    void commandFromACallbackIsIgnored() throws IOException {
        RunningTools tools = start(FirstTool.class);
        List<Integer> answers = new ArrayList<>();
        FirstTool.script.set(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            answers.add(pause(tools, null));
            return 8;
        });

        assertThat(pause(tools, null)).isEqualTo(8);
        assertThat(answers).containsExactly(ControlCommand.IGNORED);
    }

    @Test
    void commandFromACallbackIsIgnoredOnAThreadThatIsNotObservedToo() throws Exception {
        RunningTools tools = start(FirstTool.class);
        List<Integer> answers = new ArrayList<>();
        FirstTool.script.set(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            answers.add(pause(tools, null));
            return 8;
        });

        Thread own = new Thread(() -> answers.add(pause(tools, null)), "ompt4j-test");
        own.start();
        own.join();

        assertThat(answers).containsExactly(ControlCommand.IGNORED, 8);
    }

    @Test
    void whatAToolDoesInACommandIsNotObserved() throws IOException {
        RunningTools tools = start(FirstTool.class);
        List<Boolean> entered = new ArrayList<>();
        FirstTool.script.set(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            entered.add(Threads.enter() != null);
            return 8;
        });

        pause(tools, null);

        assertThat(entered).containsExactly(false);
        ThreadContext after = Threads.enter();
        assertThat(after).isNotNull();
        after.leave();
    }
}
