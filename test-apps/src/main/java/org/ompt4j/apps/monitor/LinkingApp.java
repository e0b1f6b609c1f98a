package org.ompt4j.apps.monitor;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * A class that one thread links while others need it, and an array of the program's that is locked meanwhile.
 *
 * <p>Known by construction: {@code by-name} waits in {@code Class.forName} and {@code by-code} at a call, each once for the same class, until {@code main} has linked it;
 * {@code of-array} waits once for an empty array of {@code int} that {@code main} has locked. {@code of-loader} waits once, in {@code SecondCaller}, for a class loader
 * that loads one class at a time, until {@code main} has another class from it.
 */
public final class LinkingApp {
    /** How long all of them wait at least. */
    public static final int MILLIS = 50;

    private LinkingApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("linking", scale -> linking())
                .add("loading", scale -> loading())
                .run(args);
    }

    private static String linking() throws Exception {
        Loader loader = new Loader();
        Runnable caller = (Runnable) Class.forName(Caller.class.getName(), true, loader)
                .getConstructor()
                .newInstance();
        loader.caller = caller;
        Object made = Class.forName(Linked.class.getName(), true, loader)
                .getMethod("make")
                .invoke(null);
        loader.joinAll();
        return "made " + made;
    }

    private static String loading() throws Exception {
        SerialLoader loader = new SerialLoader();
        Runnable second = loader.caller(SecondCaller.class);
        Runnable first = loader.caller(FirstCaller.class);
        loader.second = second;
        first.run();
        Threads.join(loader.waiters);
        return "loaded";
    }

    /** Has the JVM load a class. */
    public static final class FirstCaller implements Runnable {
        @Override
        public void run() {
            new Derived();
        }
    }

    /** Has the JVM load another class. */
    public static final class SecondCaller implements Runnable {
        @Override
        public void run() {
            new Base();
        }
    }

    /** Loads one class at a time, and the class that is asked for first takes until another thread asks for one. */
    private static final class SerialLoader extends ClassLoader {
        private static final Set<String> OWN = Set.of(
                FirstCaller.class.getName(),
                SecondCaller.class.getName(),
                Base.class.getName(),
                Derived.class.getName());

        private Thread[] waiters = {};
        private @Nullable Runnable second;

        SerialLoader() {
            super(LinkingApp.class.getClassLoader());
        }

        Runnable caller(Class<?> type) throws ReflectiveOperationException {
            return (Runnable)
                    Class.forName(type.getName(), true, this).getConstructor().newInstance();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!OWN.contains(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            Runnable other = second;
            if (other != null && waiters.length == 0) {
                CountDownLatch comes = new CountDownLatch(1);
                waiters = new Thread[] {
                    Threads.start("of-loader", () -> {
                        comes.countDown();
                        other.run();
                    })
                };
                Threads.awaitBlocked(waiters[0], comes);
            }
            byte[] bytes = classFile(this, name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] classFile(ClassLoader loader, String name) throws ClassNotFoundException {
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** To link it the JVM has to know whether the one class is a kind of the other, for which it has the loader load both. */
    public static final class Linked {
        private Linked() {}

        public static Base make() {
            return new Derived();
        }
    }

    /** What a method answers. */
    public static class Base {
        @Override
        public String toString() {
            return "base";
        }
    }

    /** What it makes. */
    public static final class Derived extends Base {}

    /** Needs the class that is being linked. */
    public static final class Caller implements Runnable {
        @Override
        public void run() {
            Linked.make();
        }
    }

    /** Loads these classes once more, and as it is asked for the last one has others come that need the class for which it is asked. */
    private static final class Loader extends ClassLoader {
        private static final Set<String> OWN =
                Set.of(Linked.class.getName(), Base.class.getName(), Derived.class.getName(), Caller.class.getName());

        static {
            registerAsParallelCapable();
        }

        private final int[] array = {};
        private Thread[] waiters = {};
        private @Nullable Runnable caller;

        Loader() {
            super(LinkingApp.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!OWN.contains(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            Runnable needsLinked = caller;
            if (name.equals(Derived.class.getName()) && needsLinked != null && waiters.length == 0) {
                keepWaiting(needsLinked);
            }
            byte[] bytes = classFile(this, name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        private void keepWaiting(Runnable needsLinked) {
            CountDownLatch[] come = {new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1)};
            try {
                startAndAwait(needsLinked, come);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void startAndAwait(Runnable needsLinked, CountDownLatch[] come) throws InterruptedException {
            synchronized (array) {
                waiters = new Thread[] {
                    Threads.start("by-name", () -> {
                        come[0].countDown();
                        Class.forName(Linked.class.getName(), true, this);
                    }),
                    Threads.start("by-code", () -> {
                        come[1].countDown();
                        needsLinked.run();
                    }),
                    Threads.start("of-array", () -> {
                        come[2].countDown();
                        synchronized (array) {
                            array.clone();
                        }
                    })
                };
                for (int i = 0; i < waiters.length; i++) {
                    Threads.awaitBlocked(waiters[i], come[i]);
                }
                Thread.sleep(MILLIS);
            }
        }

        void joinAll() throws InterruptedException {
            Threads.join(waiters);
        }
    }
}
