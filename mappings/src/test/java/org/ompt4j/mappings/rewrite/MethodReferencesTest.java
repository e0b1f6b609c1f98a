package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.lock.ReentrantLockMapping;
import org.ompt4j.mappings.lock.SemaphoreMapping;
import org.ompt4j.mappings.monitor.SynchronizedMapping;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;

class MethodReferencesTest {
    private static final Pattern DYNAMIC_CALL = Pattern.compile("INVOKEDYNAMIC \\w+(\\(\\S+) ");
    private static final Pattern HOOK = Pattern.compile("org/ompt4j/emitter/\\w+/(\\w+References\\.\\w+[^\\s,]+)");

    private Map<String, String> before;
    private Map<String, String> after;
    private ProgramScan program;
    private int definitions;

    @BeforeEach
    void rewrite() throws IOException {
        rewrite(MutexDetail.FULL, null);
    }

    private void rewrite(MutexDetail detail, Class<?> redefined) throws IOException {
        Rewrites rewrites = new Rewrites(Runtime.version().feature(), 0, detail);
        new ReentrantLockMapping().declare(rewrites);
        new SemaphoreMapping().declare(rewrites);
        new SynchronizedMapping().declare(rewrites);
        new ThreadMapping().declare(rewrites);
        program = new ProgramScan(construct -> null);
        byte[] bytes = ApplicationMappingContract.bytesOf(ReferenceSample.class);
        byte[] rewritten = rewritten(rewrites, bytes, redefined);
        ApplicationMappingContract.check(rewritten, "ReferenceSample");
        before = ApplicationMappingContract.methodsOf(bytes);
        after = ApplicationMappingContract.methodsOf(rewritten);
    }

    private byte[] rewritten(Rewrites rewrites, byte[] bytes, Class<?> redefined) {
        byte[] rewritten = new OmptTransformer(rewrites, name -> true, program, () -> definitions++)
                .transform(null, ClassLoader.getSystemClassLoader(), "sample/Sample", redefined, null, bytes);
        assertThat(rewritten).isNotNull();
        return rewritten;
    }

    @Test
    void hooksAreAskedForByAClassThatNamesThemAndByNoOther() throws IOException {
        assertThat(definitions).isEqualTo(1);

        Rewrites calls = new Rewrites(Runtime.version().feature(), 0, MutexDetail.FULL);
        new ThreadMapping().declare(calls);
        rewritten(calls, ApplicationMappingContract.bytesOf(CallsAlone.class), null);

        assertThat(definitions).isEqualTo(1);
    }

    private static final class CallsAlone {
        static void start(Thread thread) {
            thread.start();
        }
    }

    @Test
    void callSiteIsBoundBeforeTheReceiver() {
        assertThat(hookIn("bound()Ljava/lang/Runnable;"))
                .isEqualTo("ReentrantLockReferences.lock(ILjava/util/concurrent/locks/ReentrantLock;)V");
        assertThat(boundIn("bound()Ljava/lang/Runnable;"))
                .isEqualTo("(ILjava/util/concurrent/locks/ReentrantLock;)Ljava/lang/Runnable;");
        // The metafactory accepts only the type of the hook's parameter, not that of the subclass.
        assertThat(boundIn("boundOfASubclass()Ljava/lang/Runnable;"))
                .isEqualTo("(ILjava/util/concurrent/locks/ReentrantLock;)Ljava/lang/Runnable;");
    }

    @Test
    void callSiteIsBoundAloneWhereTheReceiverComesLater() {
        assertThat(hookIn("unbound()Ljava/util/function/Consumer;"))
                .isEqualTo("LockReferences.unlock(ILjava/util/concurrent/locks/Lock;)V");
        assertThat(boundIn("unbound()Ljava/util/function/Consumer;")).isEqualTo("(I)Ljava/util/function/Consumer;");
        assertThat(hookIn("startAll(Ljava/util/List;)V")).isEqualTo("ThreadReferences.start(ILjava/lang/Thread;)V");
    }

    @Test
    void argumentsComeLast() {
        assertThat(hookIn("withArgument(Ljava/util/concurrent/Semaphore;)Ljava/util/function/IntConsumer;"))
                .isEqualTo("SemaphoreReferences.release(ILjava/util/concurrent/Semaphore;I)V");
    }

    @Test
    void referenceInABlockThatIsRewrittenAndOneWithMarkersAreReplacedToo() {
        assertThat(hookIn("inASynchronizedBlock()Ljava/lang/Runnable;"))
                .isEqualTo("ReentrantLockReferences.unlock(ILjava/util/concurrent/locks/ReentrantLock;)V");
        assertThat(hookIn("marked()Ljava/lang/Runnable;"))
                .isEqualTo("ReentrantLockReferences.lock(ILjava/util/concurrent/locks/ReentrantLock;)V");
    }

    @Test
    void whatStaysIsCounted() {
        for (String each : List.of("serializable", "ofNoObject", "nothingToDoWithIt")) {
            String method = each + "()Ljava/lang/Runnable;";
            assertThat(after).containsEntry(method, before.get(method));
        }
        // The reference counts once, although javac repeats its handle in the method that deserializes it.
        assertThat(program.result().uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::uses)
                .containsExactlyInAnyOrder(
                        tuple(Reason.BY_REFERENCE, "reentrant-lock", 1L), tuple(Reason.BY_REFERENCE, "thread", 1L));
    }

    @Test
    void classThatIsLoadedAlreadyKeepsItsShape() throws IOException {
        rewrite(MutexDetail.FULL, ReferenceSample.class);

        assertThat(after).hasSameSizeAs(before);
        assertThat(hookIn("bound()Ljava/lang/Runnable;")).startsWith("ReentrantLockReferences.lock");
    }

    @Test
    void referencesToMethodsObservedInsideTheJdkAreUnchanged() throws IOException {
        rewrite(MutexDetail.CONTENDED, null);

        assertThat(after).containsEntry("bound()Ljava/lang/Runnable;", before.get("bound()Ljava/lang/Runnable;"));
        assertThat(hookIn("startAll(Ljava/util/List;)V")).startsWith("ThreadReferences.start");
        assertThat(program.result().uses()).extracting(UnobservedUse::construct).containsExactly("thread");
    }

    private String hookIn(String method) {
        return found(HOOK, method);
    }

    /** The descriptor of the dynamic call: the types of the bound values, and that of the reference. */
    private String boundIn(String method) {
        return found(DYNAMIC_CALL, method);
    }

    private String found(Pattern pattern, String method) {
        Matcher matcher = pattern.matcher(after.get(method));
        assertThat(matcher.find()).as(after.get(method)).isTrue();
        return matcher.group(1);
    }
}
