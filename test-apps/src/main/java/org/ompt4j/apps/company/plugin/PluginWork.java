package org.ompt4j.apps.company.plugin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.company.PluginHostApp;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * A plug-in of an OSGi container that uses several constructs, mostly on one thread; {@link PluginHostApp} has the counts.
 */
public final class PluginWork implements BundleActivator {

    private final ReentrantLock lock = new ReentrantLock();
    private int counted;

    @Override
    public void start(BundleContext context) {
        for (int i = 0; i < PluginHostApp.ROUNDS; i++) {
            countSynchronized();
            synchronized (lock) {
                counted++;
            }
            countLocked();
        }
        System.out.println("counted: " + counted);
        System.out.println("forked: " + ForkJoinPool.commonPool().invoke(new Halves(PluginHostApp.FORKS + 1)));
        System.out.println("streamed: "
                + IntStream.range(0, 10_000).parallel().map(each -> each % 7).sum());
        System.out.println("emitter: " + canSee("org.ompt4j.emitter.CallSites") + ", binding: "
                + canSee("org.ompt4j.ompt.OmptTool"));
    }

    @Override
    public void stop(BundleContext context) {
        System.out.println("stopped");
    }

    private synchronized void countSynchronized() {
        counted++;
    }

    private void countLocked() {
        lock.lock();
        try {
            counted++;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the plug-in's class loader finds a class, when code of the plug-in asks for it. */
    private static boolean canSee(String className) {
        return PluginWork.class.getResource('/' + className.replace('.', '/') + ".class") != null;
    }

    private static final class Halves extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int size;

        Halves(int size) {
            this.size = size;
        }

        @Override
        protected Integer compute() {
            if (size == 1) {
                return 1;
            }
            Halves left = new Halves(size / 2);
            left.fork();
            return new Halves(size - size / 2).compute() + left.join();
        }
    }
}
