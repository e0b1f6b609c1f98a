package org.ompt4j.e2e;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.apps.InTurn;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.FaultApp;
import org.ompt4j.apps.agent.MemoryApp;
import org.ompt4j.apps.agent.OverloadApp;
import org.ompt4j.apps.agent.RedefiningApp;
import org.ompt4j.apps.agent.ThrottleApp;
import org.ompt4j.apps.agent.VisibilityApp;
import org.ompt4j.apps.company.EverythingApp;
import org.ompt4j.apps.company.MockingApp;
import org.ompt4j.apps.company.PluginHostApp;
import org.ompt4j.apps.control.ControlApp;
import org.ompt4j.apps.defined.DefinedApp;
import org.ompt4j.apps.events.EveryEventApp;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.apps.kernel.MatrixKernelApp;
import org.ompt4j.apps.lock.LockTracesApp;
import org.ompt4j.apps.monitor.MonitorLayoutsApp;
import org.ompt4j.apps.monitor.MonitorShapesApp;
import org.ompt4j.apps.monitor.MonitorTracesApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.H2App;
import org.ompt4j.apps.real.JTransformsApp;
import org.ompt4j.apps.real.LuceneApp;
import org.ompt4j.apps.semantics.BarrierSemanticsApp;
import org.ompt4j.apps.semantics.ExecutorSemanticsApp;
import org.ompt4j.apps.semantics.ForkJoinSemanticsApp;
import org.ompt4j.apps.semantics.FutureSemanticsApp;
import org.ompt4j.apps.semantics.GeneratedProgramApp;
import org.ompt4j.apps.semantics.LockSemanticsApp;
import org.ompt4j.apps.semantics.MonitorSemanticsApp;
import org.ompt4j.apps.semantics.StreamSemanticsApp;

/**
 * The code that the agent inserts keeps no method from being compiled. The JIT refuses a method whose monitors it cannot pair, and reports this only
 * with {@code -XX:+PrintCompilation}: "COMPILE SKIPPED" on 17, "not compilable" on 25.
 */
@Order(1)
class CompilationGateIT {

    /** Programs that run so long that their methods are compiled anyway. */
    private static final Set<Class<?>> LONG =
            Set.of(WaitStatesApp.class, FaultApp.class, EjmlApp.class, LuceneApp.class, H2App.class);

    /** Groups of programs that share one JVM. */
    private static final List<List<Class<?>>> IN_TURN = List.of(
            Stream.of(
                            ConstructPrograms.ALL,
                            ConstructPrograms.OTHERS,
                            List.of(
                                    MonitorShapesApp.class,
                                    MonitorTracesApp.class,
                                    EverythingApp.class,
                                    LockTracesApp.class,
                                    EveryEventApp.class))
                    .<Class<?>>flatMap(List::stream)
                    .toList(),
            List.of(
                    BarrierSemanticsApp.class,
                    ExecutorSemanticsApp.class,
                    ForkJoinSemanticsApp.class,
                    FutureSemanticsApp.class,
                    LockSemanticsApp.class,
                    StreamSemanticsApp.class,
                    GeneratedProgramApp.class),
            List.of(
                    WaitStatesApp.class,
                    OverloadApp.class,
                    ThrottleApp.class,
                    VisibilityApp.class,
                    MatrixKernelApp.class,
                    MemoryApp.class,
                    EndingApp.class),
            List.of(EjmlApp.class, JTransformsApp.class, LuceneApp.class, H2App.class));

    /** Programs with options or jars of their own, programs that end recording, and programs with methods that the JIT always refuses. */
    private static final List<Class<?>> ALONE = List.of(
            MonitorLayoutsApp.class,
            MonitorSemanticsApp.class,
            MockingApp.class,
            PluginHostApp.class,
            DefinedApp.class,
            ControlApp.class,
            FaultApp.class,
            RedefiningApp.class);

    private static final Pattern REFUSED = Pattern.compile("COMPILE SKIPPED|not compilable");
    /** Messages that are no refusals: a class was loaded or retransformed meanwhile, and the method is compiled later. */
    private static final Pattern PUT_OFF =
            Pattern.compile("concurrent class loading|Jvmti state change invalidated dependencies|redefined method");

    private static final Pattern METHOD = Pattern.compile("[\\w$.]+::[\\w$<>]+");
    /** Test programs are short: so methods are compiled after a twentieth of the usual number of calls. */
    private static final String SOON = "-XX:CompileThresholdScaling=0.05";

    private static final String LOG = "-XX:+PrintCompilation";

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("programs")
    void everyMethodThatCompilesWithoutTheAgentCompilesWithIt(String name, Jdk jdk, List<Class<?>> programs)
            throws IOException {
        AppRun plain = setUp(programs, jdk);
        AppRun run = plain.profile(Profile.FULL).moreJvm(LOG, SOON);

        RunOutput observed = run.observedUnjudged().output();

        assertThat(observed.exitCode()).as(observed.stderr()).isZero();
        Set<String> refused = refused(observed);
        // Further runs only if methods were refused.
        if (!refused.isEmpty()) {
            refused.removeAll(refused(run.plain()));
        }
        if (!refused.isEmpty()) {
            refused.removeAll(refusedAnyway(programs, plain));
        }
        if (!refused.isEmpty()) {
            // A temporary refusal occurs in one run only, while a method with wrong code is refused in each run.
            refused.retainAll(refused(run.observedUnjudged().output()));
        }
        assertThat(refused).isEmpty();
    }

    /** Methods of the programs that the JIT refuses without the agent too; all of them are compiled for this. */
    private static Set<String> refusedAnyway(List<Class<?>> programs, AppRun plain) {
        String[] theirOwn = programs.stream()
                .map(each -> "-XX:CompileCommand=compileonly," + each.getName() + "*::*")
                .toArray(String[]::new);
        return refused(plain.moreJvm(LOG, "-Xcomp").moreJvm(theirOwn).plain());
    }

    static Stream<Arguments> programs() {
        return Stream.concat(IN_TURN.stream(), ALONE.stream().map(List::<Class<?>>of))
                .flatMap(programs -> Jdks.all().stream().map(jdk -> Arguments.of(name(programs), jdk, programs)));
    }

    private static String name(List<Class<?>> programs) {
        String first = programs.get(0).getSimpleName();
        return programs.size() == 1 ? first : first + " and " + (programs.size() - 1) + " after it";
    }

    private static AppRun setUp(List<Class<?>> programs, Jdk jdk) throws IOException {
        return programs.size() == 1 ? setUp(programs.get(0), jdk) : inTurn(programs, jdk);
    }

    private static AppRun inTurn(List<Class<?>> programs, Jdk jdk) {
        String[] arguments = programs.stream()
                .map(each -> each.getName() + " " + String.join(" ", argumentsOf(each)))
                .toArray(String[]::new);
        return AppRun.of(InTurn.class).on(jdk).arguments(arguments);
    }

    private static AppRun setUp(Class<?> program, Jdk jdk) throws IOException {
        AppRun run = AppRun.of(program).on(jdk).arguments(argumentsOf(program));
        if (program == DefinedApp.class) {
            return DefinedIT.everythingDefined(run);
        }
        if (program == MockingApp.class) {
            return OtherAgentsIT.withMockito(run);
        }
        if (program == PluginHostApp.class) {
            return PluginContainerIT.withFramework(run);
        }
        if (program == MonitorLayoutsApp.class) {
            return MonitorLayoutsIT.withLayouts(run);
        }
        if (program == FaultApp.class) {
            return run.jvm(FullHeapIT.HEAP);
        }
        if (program == RedefiningApp.class) {
            return run.jvm("-javaagent:" + Company.agent(run.newDirectory(), program));
        }
        return run;
    }

    private static String[] argumentsOf(Class<?> program) {
        if (program == ControlApp.class) {
            // The other scenarios end recording, or wait for a command.
            return new String[] {"2", "answers", "between", "in-region", "everything", "flush", "managed"};
        }
        if (program == OverloadApp.class) {
            // The other scenarios need a disk of their own, end with an error, or use the same constructs as other
            // programs.
            return new String[] {"1", "locks", "threads"};
        }
        if (program == MemoryApp.class) {
            // The other scenarios wait until the heap no longer changes, or use the same constructs.
            return new String[] {"objects"};
        }
        if (program == EndingApp.class) {
            return new String[] {"return"};
        }
        return new String[] {LONG.contains(program) ? "1" : "2"};
    }

    @OnEveryJdk
    void gateNoticesACallBetweenMonitorEnterAndItsHandlersRange(Jdk jdk) throws IOException {
        AppRun run = AppRun.of(SynchronizedApp.class).on(jdk).jvm(LOG, SOON).arguments("100000", "block");
        Path wrong = run.newDirectory();
        putCallIntoTheWrongSlot(SynchronizedApp.class, wrong);

        assertThat(refused(run.plain())).isEmpty();
        assertThat(refused(run.before(wrong).plain())).anyMatch(each -> each.endsWith("SynchronizedApp::block"));
    }

    private static Set<String> refused(RunOutput output) {
        return output.stdout()
                .lines()
                .filter(each ->
                        REFUSED.matcher(each).find() && !PUT_OFF.matcher(each).find())
                .map(CompilationGateIT::method)
                .collect(toCollection(TreeSet::new));
    }

    private static String method(String line) {
        Matcher method = METHOD.matcher(line);
        return method.find() ? method.group() : line;
    }

    /** Writes a copy of the class with a call right after each {@code MONITORENTER}, before its exception handler begins. */
    private static void putCallIntoTheWrongSlot(Class<?> original, Path directory) throws IOException {
        String file = original.getName().replace('.', '/') + ".class";
        ClassReader reader = new ClassReader(
                original.getClassLoader().getResourceAsStream(file).readAllBytes());
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new WrongSlot(writer), 0);
        Path copy = directory.resolve(file);
        Files.createDirectories(copy.getParent());
        Files.write(copy, writer.toByteArray());
    }

    private static final class WrongSlot extends ClassVisitor {

        WrongSlot(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitInsn(int opcode) {
                    super.visitInsn(opcode);
                    if (opcode == Opcodes.MONITORENTER) {
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
                    }
                }
            };
        }
    }
}
