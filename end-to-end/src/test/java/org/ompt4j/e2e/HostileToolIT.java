package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.apps.InTurn;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.PermitApp;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.barrier.ExchangerApp;
import org.ompt4j.apps.barrier.PhaserApp;
import org.ompt4j.apps.blocking.BlockingQueueApp;
import org.ompt4j.apps.executor.CompletableFutureApp;
import org.ompt4j.apps.executor.ThreadPoolExecutorApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.lock.CountDownLatchApp;
import org.ompt4j.apps.lock.ReadWriteLockApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.lock.SemaphoreApp;
import org.ompt4j.apps.lock.StampedLockApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.apps.thread.VirtualThreadApp;

/** Tools that do harmful things in their callbacks: the results of every program are those without the agent. */
@Order(1)
class HostileToolIT {

    /** All callbacks acquire the same lock; many of them send a command, call all entry points, and register the callback again. */
    private static final String ASKS = "asks";

    /** What the tool does in its callbacks: in all of them, or in the first ones of each program. */
    private static final List<String> DEEDS = List.of("throw", "block", "threads", "streams", "futures", ASKS);

    private static final List<Class<?>> PROGRAMS_OF_LOCKS =
            List.of(SemaphoreApp.class, ReentrantLockApp.class, ReadWriteLockApp.class, StampedLockApp.class);

    private static final List<Class<?>> PROGRAMS_OF_OTHER_WAITS = List.of(
            CountDownLatchApp.class,
            ExchangerApp.class,
            CyclicBarrierApp.class,
            PhaserApp.class,
            VirtualThreadApp.class,
            CompletableFutureApp.class,
            ThreadPoolExecutorApp.class,
            BlockingQueueApp.class);

    private static final String HOSTILE_TOOL = """
            import java.lang.reflect.Method;
            import java.lang.reflect.Modifier;
            import java.lang.reflect.Proxy;
            import java.util.ArrayList;
            import java.util.EnumMap;
            import java.util.HashMap;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.CancellationException;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.ConcurrentHashMap;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.atomic.AtomicInteger;
            import java.util.concurrent.locks.LockSupport;
            import java.util.concurrent.locks.ReentrantLock;
            import java.util.stream.IntStream;
            import org.ompt4j.ompt.*;

            public final class HostileTool implements OmptTool, OmptStartToolResult {
                private final String deed = System.getProperty("deed");
                private final AtomicInteger calls = new AtomicInteger();
                private final AtomicInteger recursions = new AtomicInteger();
                private final AtomicInteger wrong = new AtomicInteger();
                private final AtomicInteger blocked = new AtomicInteger();
                private final AtomicInteger contended = new AtomicInteger();
                private final ThreadLocal<Boolean> inside = new ThreadLocal<>();
                private final ReentrantLock lock = new ReentrantLock(true);
                private volatile String program = "";
                private final Map<Event, OmptCallback> callbacks = new EnumMap<>(Event.class);
                private final Map<String, Integer> seen = new ConcurrentHashMap<>();
                private final Map<Object, List<Method>> inquiries = new HashMap<>();
                private OmptEntryPoint.SetCallback set;
                private OmptEntryPoint.FinalizeTool finalize;
                private volatile boolean finalized;
                private int shared;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    finalize = (OmptEntryPoint.FinalizeTool) lookup.lookup("ompt_finalize_tool");
                    findInquiries(lookup);
                    if (deed.equals("contends")) {
                        startRival();
                    }
                    for (Class<?> type : OmptCallback.class.getDeclaredClasses()) {
                        String name = type.getSimpleName();
                        if (name.startsWith("Buffer") || name.endsWith("Emi")) {
                            continue;
                        }
                        Event event = Event.valueOf(name.replace("RuntimeError", "Error").replaceAll("(?<=.)([A-Z])", "_$1").toUpperCase());
                        OmptCallback callback = (OmptCallback) Proxy.newProxyInstance(
                                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                                    called(event);
                                    return method.getReturnType() == int.class ? 0 : null;
                                });
                        callbacks.put(event, callback);
                        set.setCallback(event, callback);
                    }
                    return 1;
                }

                private void findInquiries(OmptFunctionLookup lookup) {
                    try {
                        for (Class<?> type : OmptEntryPoint.class.getDeclaredClasses()) {
                            String name = (String) type.getField("NAME").get(null);
                            if (type == OmptEntryPoint.FinalizeTool.class || type == OmptEntryPoint.SetCallback.class || type == OmptEntryPoint.All.class) {
                                continue;
                            }
                            List<Method> methods = new ArrayList<>();
                            for (Method each : type.getDeclaredMethods()) {
                                if (Modifier.isAbstract(each.getModifiers())) {
                                    methods.add(each);
                                }
                            }
                            inquiries.computeIfAbsent(lookup.lookup(name), key -> new ArrayList<>()).addAll(methods);
                        }
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }

                private void called(Event event) throws Throwable {
                    if (Thread.currentThread() instanceof Rival) {
                        return;
                    }
                    if (finalized) {
                        wrong.incrementAndGet();
                    }
                    beginAnewIfProgramDoes();
                    int call = calls.incrementAndGet();
                    if (event == Event.DEVICE_FINALIZE) {
                        return; // comes inside finalize_tool
                    }
                    if (inside.get() != null) {
                        recursions.incrementAndGet();
                        return;
                    }
                    inside.set(true);
                    try {
                        act(event, call);
                    } finally {
                        inside.remove();
                    }
                }

                private void beginAnewIfProgramDoes() {
                    String now = System.getProperty("program", "");
                    if (!now.equals(program)) {
                        program = now;
                        calls.set(0);
                        blocked.set(0);
                        seen.clear();
                    }
                }

                private void act(Event event, int call) throws Throwable {
                    switch (deed) {
                        case "throw" -> raise(call);
                        case "block" -> block(event);
                        case "threads" -> startThread(call);
                        case "asks" -> ask(event, call);
                        case "contends" -> contend();
                        case "parks" -> park();
                        case "streams" -> useStreams(call);
                        case "futures" -> useFutures(call);
                        case "finalize" -> finalizeAt(call, 300);
                        case "exit" -> exitAt(call, 40);
                        default -> {}
                    }
                }

                private void raise(int call) throws Throwable {
                    switch (call % 5) {
                        case 0 -> throw new StackOverflowError("on purpose");
                        case 1 -> throw new OutOfMemoryError("on purpose");
                        case 2 -> throw new ThreadDeath();
                        case 3 -> throw new Exception("checked, on purpose");
                        default -> throw new InterruptedException("on purpose");
                    }
                }

                /** Each kind of event once, and no more than two in all: the program must not take forever. */
                private void block(Event event) {
                    if (seen.putIfAbsent(event.name(), 1) == null && blocked.incrementAndGet() <= 2) {
                        try {
                            TimeUnit.MILLISECONDS.sleep(100);
                        } catch (InterruptedException meantForTheProgram) {
                            Thread.currentThread().interrupt();
                        }
                    }
                }

                private void startThread(int call) throws InterruptedException {
                    if (call % 7 == 0 && call < 700) {
                        // Workers that wait for threads that wait for workers would be a deadlock with no agent around.
                        boolean joined = call % 14 == 0;
                        Thread thread = new Thread(() -> {
                            synchronized (HostileTool.class) {
                                shared++;
                            }
                            if (!joined) {
                                IntStream.range(0, 1000).parallel().sum();
                            }
                        });
                        thread.start();
                        // Not join: programs wait until their own threads are in the state WAITING, and interrupt them.
                        while (joined && thread.isAlive()) {
                            Thread.yield();
                        }
                    }
                }

                private void ask(Event event, int call) throws Throwable {
                    useLocks();
                    // The rest takes too long for each of some hundred thousand callbacks.
                    if (call < 2000 || call % 10 == 0) {
                        control(call);
                        inquire();
                        register(event);
                    }
                }

                private void useLocks() {
                    synchronized (HostileTool.class) {
                        lock.lock();
                        try {
                            shared++;
                        } finally {
                            lock.unlock();
                        }
                    }
                }

                /** Holds the lock nearly always, so that callbacks wait for it. */
                private final class Rival extends Thread {
                    public void run() {
                        while (true) {
                            lock.lock();
                            try {
                                LockSupport.parkNanos(this, 1_000);
                            } finally {
                                lock.unlock();
                            }
                        }
                    }
                }

                private void startRival() {
                    Thread rival = new Rival();
                    rival.setDaemon(true);
                    rival.start();
                }

                /** With a limit, since programs wait until their own threads are in the state WAITING. */
                private void contend() {
                    boolean interrupted = false;
                    boolean held = lock.tryLock();
                    if (!held) {
                        contended.incrementAndGet();
                    }
                    while (!held) {
                        try {
                            held = lock.tryLock(1, TimeUnit.HOURS);
                        } catch (InterruptedException meantForTheProgram) {
                            interrupted = true;
                        }
                    }
                    lock.unlock();
                    LockSupport.parkNanos(this, 1);
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                }

                /** What the tool's own waits use up it leaves used up. */
                private void park() {
                    LockSupport.parkNanos(1);
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException meantForTheProgram) {
                        Thread.interrupted();
                    }
                }

                /** In a worker the stream runs in the program's pool, and is cancelled where the program stops that at once. */
                private void useStreams(int call) {
                    try {
                        if (call < 500 && IntStream.range(0, 5000).parallel().map(i -> i % 3).sum() != 4999) {
                            wrong.incrementAndGet();
                        }
                    } catch (CancellationException poolIsStopped) {
                        // The program did that to its own pool.
                    }
                }

                private void useFutures(int call) {
                    if (call < 500 && CompletableFuture.supplyAsync(() -> 7).thenApplyAsync(i -> i + 1).join() != 8) {
                        wrong.incrementAndGet();
                    }
                }

                private void control(int call) throws Throwable {
                    Method control = Class.forName("org.ompt4j.emitter.tool.ControlHooks", true, null)
                            .getMethod("control", int.class, int.class, Object.class);
                    int answer = (int) control.invoke(null, 1 + call % 4, 0, null);
                    // Ignored, as the caller is in a callback; no tool runs while tools are being started.
                    if (answer != 1 && answer != -2) {
                        wrong.incrementAndGet();
                    }
                }

                private void inquire() throws Throwable {
                    for (Map.Entry<Object, List<Method>> each : inquiries.entrySet()) {
                        for (Method method : each.getValue()) {
                            Object[] arguments = new Object[method.getParameterCount()];
                            for (int i = 0; i < arguments.length; i++) {
                                Class<?> type = method.getParameterTypes()[i];
                                arguments[i] = type == int.class ? (Object) 0 : type == long.class ? (Object) 1L
                                        : type == Event.class ? Event.WORK : null;
                            }
                            method.invoke(each.getKey(), arguments);
                        }
                    }
                }

                private void register(Event event) {
                    OmptCallback own = callbacks.get(event);
                    set.setCallback(event, null);
                    set.setCallback(event, own);
                }

                private void finalizeAt(int call, int when) {
                    if (call == when) {
                        finalize.finalizeTool();
                        finalized = true;
                    }
                }

                private void exitAt(int call, int when) {
                    if (call == when) {
                        System.exit(5);
                    }
                }

                public void finalizeTool() {
                    boolean any = calls.get() > 0;
                    switch (deed) {
                        case "slow-end" -> {
                            try {
                                TimeUnit.MILLISECONDS.sleep(300);
                            } catch (InterruptedException e) {
                                wrong.incrementAndGet();
                            }
                        }
                        case "exit-at-end" -> {
                            System.err.println("hostile-tool: exits");
                            System.exit(6);
                        }
                        case "contends" -> {
                            if (contended.get() == 0) {
                                wrong.incrementAndGet();
                            }
                        }
                        default -> {}
                    }
                    System.err.println("hostile-tool: called " + any + ", recursions " + recursions + ", wrong " + wrong);
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path tool;

    @BeforeAll
    static void makeTool() throws IOException {
        tool = ToolJar.make("HostileTool", HOSTILE_TOOL, folder.resolve("hostile-tool.jar"));
    }

    static Stream<Arguments> deeds() {
        return Jdks.all().stream().flatMap(jdk -> DEEDS.stream().map(deed -> Arguments.of(jdk, deed)));
    }

    /** A tool is finalized once in a run, so that each program needs a run of its own. */
    @OnEveryJdk
    void programsWhoseToolIsFinalizedMeanwhileEndAsTheyDoWithoutTheAgent(Jdk jdk) throws Exception {
        for (Class<?> app : ConstructPrograms.ALL) {
            endsAsWithoutTheAgent(jdk, "finalize", app);
        }
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("deeds")
    void programsEndAsTheyDoWithoutTheAgent(Jdk jdk, String deed) throws Exception {
        endsAsWithoutTheAgent(jdk, deed, InTurn.class, names(ConstructPrograms.ALL));
    }

    /**
     * A callback that waits for a lock parks, which consumes the thread's permit: the unpark that ends a wait of the JDK could be lost. With {@code
     * full} waits for locks are reported at their calls, other waits inside the JDK.
     */
    @OnEveryJdk
    void callbackThatWaitsForALockLosesNoWakeUp(Jdk jdk) throws Exception {
        List<Class<?>> all = new ArrayList<>(PROGRAMS_OF_LOCKS);
        all.addAll(PROGRAMS_OF_OTHER_WAITS);
        endsAsWithoutTheAgent(jdk, Profile.DEFAULT, "contends", InTurn.class, names(all));
        endsAsWithoutTheAgent(jdk, Profile.FULL, "contends", InTurn.class, names(PROGRAMS_OF_OTHER_WAITS));
    }

    @OnEveryJdk
    void callbackThatParksAndSleepsLeavesTheProgramItsPermitsAndInterrupts(Jdk jdk) throws Exception {
        for (Profile each : List.of(Profile.DEFAULT, Profile.FULL)) {
            endsAsWithoutTheAgent(jdk, each, "parks", PermitApp.class);
        }
    }

    private static String[] names(List<Class<?>> programs) {
        return programs.stream().map(Class::getName).toArray(String[]::new);
    }

    private static void endsAsWithoutTheAgent(Jdk jdk, String deed, Class<?> app, String... arguments)
            throws Exception {
        endsAsWithoutTheAgent(jdk, Profile.FULL, deed, app, arguments);
    }

    private static void endsAsWithoutTheAgent(Jdk jdk, Profile profile, String deed, Class<?> app, String... arguments)
            throws Exception {
        RunOutput plain = plain(jdk, app, arguments);

        RunOutput run = hostile(jdk, app, deed, arguments)
                .profile(profile)
                .with("tool", "none")
                .observedUnjudged()
                .output();

        assertThat(run.exitCode()).as("%s of %s", deed, app).isEqualTo(plain.exitCode());
        assertThat(run.stdout()).as("%s of %s", deed, app).isEqualTo(plain.stdout());
        List<String> stderr = new ArrayList<>(plain.otherStderrLines());
        stderr.add("hostile-tool: called true, recursions 0, wrong 0");
        assertThat(run.otherStderrLines()).as("%s of %s", deed, app).isEqualTo(stderr);
        // The agent may only count and report its failures.
        assertThat(run.agentLines())
                .as("%s of %s", deed, app)
                .allMatch(line -> deed.equals("throw") || line.contains("failed inside the agent"));
    }

    @OnEveryJdk
    void traceBesideAHostileToolIsWhole(Jdk jdk) throws Exception {
        ObservedRun run =
                hostile(jdk, ForkJoinTaskApp.class, ASKS).with("tools", "all").observedUnjudged();

        run.judge(new RunOutput(
                0, plain(jdk, ForkJoinTaskApp.class).stdout(), run.output().stderr()));
    }

    @OnEveryJdk
    void toolThatExitsEndsTheProgramWithItsCodeAndIsFinalized(Jdk jdk) throws Exception {
        RunOutput run = hostile(jdk, ParallelStreamApp.class, "exit")
                .with("tool", "none")
                .observedUnjudged()
                .output();

        assertThat(run.exitCode()).isEqualTo(5);
        // The runtime ends inside the callback, which delivers the last events of all threads.
        assertThat(run.otherStderrLines())
                .singleElement()
                .asString()
                .startsWith("hostile-tool: called true")
                .endsWith("wrong 0");
    }

    @OnEveryJdk
    void toolThatExitsInItsFinalizerChangesTheExitCodeAtMost(Jdk jdk) throws Exception {
        RunOutput run = hostile(jdk, EndingApp.class, "exit-at-end", "return")
                .with("tool", "none")
                .observedUnjudged()
                .output();

        assertThat(run.stdout()).isEqualTo(plain(jdk, EndingApp.class, "return").stdout());
        assertThat(run.exitCode()).isEqualTo(6);
        assertThat(run.otherStderrLines()).containsExactly("hostile-tool: exits");
    }

    @OnEveryJdk
    void programWaitsForAFinalizerThatTakesLong(Jdk jdk) throws Exception {
        RunOutput run = hostile(jdk, EndingApp.class, "slow-end", "exit")
                .with("tool", "none")
                .observedUnjudged()
                .output();

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.stdout()).isEqualTo(plain(jdk, EndingApp.class, "exit").stdout());
        // The tool prints this line after its sleep.
        assertThat(run.otherStderrLines()).containsExactly("hostile-tool: called true, recursions 0, wrong 0");
    }

    private static AppRun hostile(Jdk jdk, Class<?> app, String deed, String... arguments) {
        return AppRun.of(app)
                .on(jdk)
                .jvm("-Ddeed=" + deed, ForkedJvm.BRIEF)
                .arguments(arguments)
                .tools(tool)
                .profile(Profile.FULL);
    }

    private static RunOutput plain(Jdk jdk, Class<?> app, String... arguments) {
        return AppRun.of(app).on(jdk).jvm(ForkedJvm.BRIEF).arguments(arguments).plain();
    }
}
