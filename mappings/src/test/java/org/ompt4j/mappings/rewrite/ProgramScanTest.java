package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.emitter.thread.ThreadCalls;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;

@SuppressWarnings({"unused", "FutureReturnValueIgnored"})
class ProgramScanTest {
    private static final CallSite START =
            CallSite.replace(Construct.THREAD, "java/lang/Thread", true, "start", "()V", ThreadCalls.class);

    /** Classes that use one construct each; the test that names a class has the number of its calls. */
    static class Semaphores {
        void run() throws InterruptedException {
            Semaphore semaphore = new Semaphore(1);
            semaphore.acquire();
            semaphore.release();
        }
    }

    static class Latches {
        void run(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    static class Exchanges {
        void run(Exchanger<String> exchanger) throws InterruptedException {
            exchanger.exchange("");
        }
    }

    static class Queues {
        void run() throws InterruptedException {
            BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            queue.put("");
            queue.take();
        }
    }

    static class ReadWriteLocks {
        void run() {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            lock.readLock().lock();
        }
    }

    static class StampedLocks {
        void run(StampedLock lock) {
            lock.unlock(lock.writeLock());
        }
    }

    abstract static class OwnLock implements Lock {}

    static class OwnSynchronizer extends AbstractQueuedSynchronizer {}

    static class Pools {
        void run() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            Future<String> result = pool.submit(() -> "");
            result.get();
            pool.shutdown();
        }
    }

    static class Schedulers {
        void run(ScheduledThreadPoolExecutor scheduler) {
            scheduler.schedule(() -> {}, 1, TimeUnit.SECONDS);
        }
    }

    abstract static class OwnExecutor extends AbstractExecutorService {}

    static class OwnPlainExecutor implements Executor {
        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    interface NoExecutorOfItsOwn extends Executor {}

    static class FutureTasks {
        void run() throws Exception {
            new FutureTask<>(() -> "").get();
        }
    }

    static class Completions {
        void run(Executor executor) throws InterruptedException {
            new ExecutorCompletionService<String>(executor).take();
        }
    }

    static class CompletableFutures {
        void run() {
            CompletableFuture.supplyAsync(() -> "").thenApply(String::trim).join();
        }
    }

    static class Publishers {
        void run(SubmissionPublisher<String> publisher) {
            publisher.submit("");
        }
    }

    static class Spins {
        volatile boolean done;

        void run() {
            while (!done) {
                Thread.onSpinWait();
            }
        }
    }

    static class Timers {
        void run() {
            new Timer().cancel();
        }
    }

    static class Action extends RecursiveAction {
        @Override
        protected void compute() {}
    }

    /** Calls of interfaces whose implementations may be observed constructs. */
    static class MappedOnly {
        private final Object monitor = new Object();

        void run(ExecutorService pool, Lock lock, CyclicBarrier barrier, Phaser phaser) throws Exception {
            pool.submit(() -> "").get();
            new ForkJoinPool(2).invoke(new Action());
            lock.lock();
            new ReentrantLock().unlock();
            barrier.await();
            phaser.arrive();
            new Thread(() -> {}).start();
            synchronized (monitor) {
                monitor.wait();
            }
            List.of(1).parallelStream().count();
            Thread.sleep(1);
            LockSupport.park();
        }

        synchronized void more() {}
    }

    static class References {
        void run(List<Thread> threads, ReentrantLock lock) {
            threads.forEach((Consumer<Thread> & Serializable) Thread::start);
            Runnable locks = lock::lock;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Semaphores, semaphore, 3",
        "Latches, count-down-latch, 1",
        "Exchanges, exchanger, 1",
        "Queues, blocking-queue, 3",
        "ReadWriteLocks, read-write-lock, 3",
        "StampedLocks, stamped-lock, 2",
        "OwnLock, lock-implementation, 1",
        "OwnSynchronizer, synchronizer-implementation, 1",
        "Pools, thread-pool-executor, 1",
        "Schedulers, scheduled-executor, 1",
        "OwnExecutor, executor-implementation, 1",
        "OwnPlainExecutor, executor-implementation, 1",
        "FutureTasks, future-task, 2",
        "Completions, blocking-queue, 2",
        "CompletableFutures, completable-future, 3",
        "Publishers, submission-publisher, 1",
        "Spins, spin-wait, 1",
        "Timers, timer, 2"
    })
    void countsThePlacesWhereAConstructIsUsed(String sample, String construct, int uses) throws Exception {
        // As if the construct were not observed, whether there is a mapping of it by now or not.
        ProgramScan program = new ProgramScan(each -> each.id().equals(construct) ? Reason.NOT_MAPPED : null);

        program.add(scan(Class.forName(ProgramScanTest.class.getName() + '$' + sample)), true);

        assertThat(program.result().classes()).isEqualTo(1);
        UnobservedUse found = only(program.result(), construct);
        assertThat(found.reason()).isEqualTo(Reason.NOT_MAPPED);
        assertThat(found.uses()).isEqualTo(uses);
        assertThat(found.classes()).isEqualTo(1);
        assertThat(found.missing()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/Thread, startVirtualThread, virtual-thread",
        "java/lang/Thread, ofVirtual, virtual-thread",
        "java/util/concurrent/Executors, newVirtualThreadPerTaskExecutor, virtual-thread",
        "java/util/concurrent/StructuredTaskScope, open, structured-task-scope",
        "java/util/concurrent/StructuredTaskScope$ShutdownOnFailure, join, structured-task-scope"
    })
    void knowsConstructsOfLaterJdks(String owner, String method, String construct) {
        // As if the construct were not observed, whether there is a mapping of it by now or not.
        ProgramScan program = new ProgramScan(each -> each.id().equals(construct) ? Reason.NOT_MAPPED : null);

        program.add(new ClassFileScan(calling(owner, method)), true);

        assertThat(only(program.result(), construct).uses()).isEqualTo(1);
    }

    @Test
    void programOfMappedConstructsMissesNothing() throws IOException {
        ProgramScan program = new ProgramScan(each -> null);

        program.add(scan(MappedOnly.class), true);
        program.add(scan(NoExecutorOfItsOwn.class), true);

        assertThat(program.result()).isEqualTo(new ClassScan(2, List.of()));
    }

    @Test
    void callsOfInterfacesCountOnceSomethingUnobservedMayStandBehindThem() throws IOException {
        ProgramScan program =
                new ProgramScan(each -> each == Construct.THREAD_POOL_EXECUTOR ? Reason.SWITCHED_OFF : null);

        program.add(scan(MappedOnly.class), true);
        program.add(scan(Pools.class), true);

        assertThat(program.result().uses())
                .extracting(UnobservedUse::construct, UnobservedUse::uses, UnobservedUse::classes)
                .containsExactlyInAnyOrder(
                        tuple("thread-pool-executor", 1L, 1L), tuple("executor", 3L, 2L), tuple("future", 2L, 2L));
    }

    @Test
    void everyConstructThatIsSwitchedOffIsRecognised() throws IOException {
        // No call is always input or output, definitions are those of the user, and constructs on request are in every
        // program (decision 0200).
        Set<Construct> switchable = EnumSet.complementOf(EnumSet.of(Construct.NONE, Construct.DEFINED, Construct.IO));
        switchable.removeIf(each -> each.has(Construct.Trait.ON_REQUEST));
        ProgramScan program = new ProgramScan(each -> switchable.contains(each) ? Reason.SWITCHED_OFF : null);

        for (Class<?> sample : ProgramScanTest.class.getDeclaredClasses()) {
            program.add(scan(sample), true);
        }
        program.add(new ClassFileScan(calling("java/lang/Thread", "startVirtualThread")), true);
        program.add(new ClassFileScan(calling("java/util/concurrent/StructuredTaskScope", "open")), true);

        assertThat(program.result().uses())
                .filteredOn(each -> each.reason() == Reason.SWITCHED_OFF)
                .extracting(UnobservedUse::construct)
                .containsExactlyInAnyOrderElementsOf(
                        switchable.stream().map(Construct::id).toList());
        assertThat(only(program.result(), "synchronized").uses())
                .as("a block, a synchronized method, a wait")
                .isEqualTo(3);
    }

    @Test
    void mappedConstructFallsOutByItsId() throws IOException {
        ProgramScan without = new ProgramScan(each -> each == Construct.CYCLIC_BARRIER ? Reason.SWITCHED_OFF : null);
        ProgramScan with = new ProgramScan(each -> null);

        without.add(scan(MappedOnly.class), true);
        with.add(scan(MappedOnly.class), true);

        assertThat(only(without.result(), "cyclic-barrier").uses()).isEqualTo(1);
        assertThat(with.result().uses()).isEmpty();
    }

    @Test
    void classesThatAreLeftOutAreCountedWithAllThatTheyUse() throws IOException {
        ProgramScan program = new ProgramScan(each -> null);

        program.add(scan(MappedOnly.class), false);
        program.add(scan(Semaphores.class), false);

        assertThat(program.result().classes()).isEqualTo(2);
        assertThat(program.result().uses()).allMatch(each -> each.reason() == Reason.LEFT_OUT);
        assertThat(program.result().uses())
                .extracting(UnobservedUse::construct)
                .contains("semaphore", "synchronized", "reentrant-lock", "phaser");
    }

    @Test
    void referencesToWhatIsSeenInsideTheJdkAreNotMissed() throws IOException {
        Rewrites rewrites = new Rewrites(17);
        rewrites.callSite(START.thatIsSeenInside());
        ProgramScan program = new ProgramScan(each -> null);

        new OmptTransformer(rewrites, name -> true, program, () -> {})
                .transform(
                        null,
                        ClassLoader.getSystemClassLoader(),
                        "sample/Sample",
                        null,
                        null,
                        bytesOf(References.class));

        assertThat(program.result().classes()).isEqualTo(1);
        assertThat(program.result().uses()).isEmpty();
    }

    @Test
    void transformerCountsEachClassOnceAndItsReferencesToRewrittenMethods() throws IOException {
        Rewrites rewrites = new Rewrites(17);
        rewrites.callSite(START);
        ProgramScan program = new ProgramScan(each -> null);
        OmptTransformer transformer = new OmptTransformer(rewrites, name -> true, program, () -> {});
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        byte[] bytes = bytesOf(References.class);

        transformer.transform(null, loader, "sample/Sample", null, null, bytes);
        transformer.transform(null, loader, "sample/Sample", References.class, null, bytes);
        transformer.transform(null, ClassLoader.getPlatformClassLoader(), "java/sql/Sample", null, null, bytes);

        // The reference counts once, although javac repeats its handle in the method that deserializes it.
        assertThat(program.result().classes()).isEqualTo(1);
        assertThat(program.result().uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::uses)
                .containsExactly(tuple(Reason.BY_REFERENCE, "thread", 1L));
    }

    @Test
    void classesThatNobodySeesAreSaid() {
        ProgramScan program = new ProgramScan(each -> null);
        assertThat(program.unseenClasses()).isEmpty();

        program.addLoadedBefore(0);
        program.addOfBootstrapPath();
        assertThat(program.unseenClasses())
                .containsExactly("1 class of the program was loaded from the bootstrap class path: not observed");

        program.addLoadedBefore(2);
        assertThat(program.unseenClasses())
                .contains("2 classes of the program were loaded before the agent: not observed");
    }

    private static UnobservedUse only(ClassScan scan, String construct) {
        List<UnobservedUse> found = scan.uses().stream()
                .filter(each -> each.construct().equals(construct))
                .toList();
        assertThat(found).as("%s in %s", construct, scan).hasSize(1);
        return found.get(0);
    }

    private static byte[] calling(String owner, String method) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
        code.visitCode();
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static ClassFileScan scan(Class<?> type) throws IOException {
        return new ClassFileScan(bytesOf(type));
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream file =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            return file.readAllBytes();
        }
    }
}
