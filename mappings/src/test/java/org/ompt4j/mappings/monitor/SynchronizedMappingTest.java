package org.ompt4j.mappings.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectStreamClass;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;

class SynchronizedMappingTest extends ApplicationMappingContract {
    private static final String LAYOUT = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Runnable;)V";
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/monitor/SynchronizedHooks\\.(\\w+)");

    @Override
    protected ConstructMapping mapping() {
        return new SynchronizedMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {MonitorSample.class};
    }

    private static List<String> hooksIn(byte[] bytes) {
        List<String> hooks = new ArrayList<>();
        for (String method : methodsOf(bytes).keySet()) {
            hooks.addAll(hooksIn(bytes, method));
        }
        return hooks;
    }

    private static List<String> hooksIn(byte[] bytes, String method) {
        return foundIn(bytes, method, HOOK_CALL);
    }

    @Test
    void hooksStandBeforeAndAfterEachEntryAndEachExit() throws IOException {
        // Each block is left in several ways: the inner one by break, at its end and by its handler.
        List<String> hooks = hooksIn(rewritten(MonitorSample.class), "nestedInALoop([I)I");
        assertThat(hooks).startsWith("enter", "acquired", "enter", "acquired", "beginRelease", "endRelease");
        assertThat(hooks).filteredOn(each -> each.equals("beginRelease")).hasSize(6);
        assertThat(hooks).filteredOn(each -> each.equals("endRelease")).hasSize(6);
    }

    @Test
    void onlyCallsOfWaitAndNotifyAreRewrittenWhereTheJvmTellsOfMonitors() throws IOException {
        List<String> hooks = hooksIn(rewritten(MonitorSample.class));
        assertThat(hooks).contains("enter", "beginRelease", "endRelease", "release");
        JvmMonitors.choose(true, false);
        try {
            List<String> left = hooksIn(rewritten(MonitorSample.class));
            hooks.removeAll(Set.of("same", "enter", "acquired", "beginRelease", "endRelease", "release"));
            assertThat(left).isNotEmpty().isEqualTo(hooks);
        } finally {
            JvmMonitors.choose(false, false);
        }
    }

    @Test
    void synchronizedMethodsBecomeBlocksAndExitBeforeEachReturnAndOnTheWayOfAnException() throws Exception {
        byte[] rewritten = rewritten(MonitorSample.class);

        assertThat(hooksIn(rewritten, "next(D)I"))
                .containsExactly(
                        "same",
                        "enter",
                        "acquired",
                        "beginRelease",
                        "endRelease",
                        "beginRelease",
                        "endRelease",
                        "release");
        assertThat(hooksIn(rewritten, "alwaysThrows()V")).containsExactly("same", "enter", "acquired", "release");
        assertThat(Modifier.isSynchronized(loaded(rewritten)
                        .getDeclaredMethod("next", double.class)
                        .getModifiers()))
                .isFalse();
    }

    @Test
    void waitIsReplacedAndNotifyAnnounced() throws IOException {
        assertThat(hooksIn(rewritten(MonitorSample.class), "waits()V"))
                .containsSubsequence("wait", "wait", "wait", "notifies", "notifies");
    }

    @Test
    void methodsWithoutMonitorsStayAsTheyAre() throws IOException {
        assertThat(methodsOf(rewritten(MonitorSample.class)))
                .containsEntry(
                        "withoutAny(I)I",
                        methodsOf(bytesOf(MonitorSample.class)).get("withoutAny(I)I"));
    }

    @Test
    void retransformedClassKeepsItsSynchronizedMethods() throws IOException {
        byte[] rewritten = rewritten(bytesOf(MonitorSample.class), MonitorSample.class);

        assertThat(methodsOf(rewritten).get("next(D)I"))
                .isEqualTo(methodsOf(bytesOf(MonitorSample.class)).get("next(D)I"));
        assertThat(hooksIn(rewritten, "viaClass(JLjava/lang/String;)J")).startsWith("enter", "acquired");
    }

    @Test
    void defaultSerialVersionStaysWhatItWas() throws IOException {
        assertThat(ObjectStreamClass.lookup(loaded(rewritten(MonitorSample.class)))
                        .getSerialVersionUID())
                .isEqualTo(ObjectStreamClass.lookup(MonitorSample.class).getSerialVersionUID());
    }

    @Test
    void rewrittenMethodsDoWhatTheyDidAndLeaveNoMonitorBehind() throws Exception {
        Class<?> type = loaded(rewritten(MonitorSample.class));
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object sample = constructor.newInstance();

        assertThat(call(sample, "nestedInALoop", new int[] {1, 2, -1, 4})).isEqualTo(3);
        assertThat(call(sample, "insideTryAndFinally", 7L)).isEqualTo(-1);
        assertThat(call(sample, "insideTryAndFinally", 7L)).isEqualTo(7);
        assertThat(call(sample, "next", 1.0)).isEqualTo(2);
        assertThat(call(sample, "next", -1.0)).isEqualTo(3);
        assertThat(call(sample, "viaClass", 3L, "four")).isEqualTo(7L);
        assertThatThrownBy(() -> call(sample, "viaClass", 3L, null))
                .cause()
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("Cannot enter synchronized block because \"");
        assertThatThrownBy(() -> call(sample, "alwaysThrows")).cause().hasMessage("on purpose");
        assertThat(Thread.holdsLock(sample)).isFalse();
        assertThat(Thread.holdsLock(type)).isFalse();
    }

    @Test
    void whatCompilersLayOutIsObserved() throws IOException {
        rewritten(MonitorSample.class);

        assertThat(notObserved()).isEmpty();
    }

    @Test
    void layoutsAreObservedWhereTheCodeShowsWhichExitBelongsToWhichEntry() {
        Map<String, Long> failures = Failures.counts();
        byte[] rewritten = rewritten(MonitorLayouts.classFile(), null);

        check(rewritten, "layouts");
        MonitorLayouts.OBSERVED.forEach((name, monitors) -> assertThat(hooksIn(rewritten, name + LAYOUT))
                .as(name)
                .filteredOn(each -> each.equals("enter") || each.equals("acquired"))
                .hasSize(2 * monitors));
        assertThat(notObserved())
                .containsExactly(
                        "monitors of " + MonitorLayouts.NOT_OBSERVED.size() + " methods are not observed, as the"
                                + " code does not show which exit belongs to which entry: the first is "
                                + MonitorLayouts.CLASS.replace('/', '.') + ".leftHeld");
        assertThat(Failures.counts()).isEqualTo(failures);
    }

    @Test
    void otherLayoutsAreLeftAsTheyAre() {
        byte[] original = MonitorLayouts.classFile();
        Map<String, String> rewritten = methodsOf(rewritten(original, null));

        for (String each : MonitorLayouts.NOT_OBSERVED) {
            assertThat(rewritten)
                    .containsEntry(each + LAYOUT, methodsOf(original).get(each + LAYOUT));
        }
    }

    private static Object call(Object sample, String name, Object... arguments) throws Exception {
        for (Method each : sample.getClass().getDeclaredMethods()) {
            if (each.getName().equals(name)) {
                each.setAccessible(true);
                return each.invoke(sample, arguments);
            }
        }
        throw new AssertionError(name);
    }

    private static Class<?> loaded(byte[] bytes) {
        return new ClassLoader(MonitorSample.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(MonitorSample.class.getName(), bytes, 0, bytes.length);
            }
        }.define();
    }
}
