package org.ompt4j.apps.monitor;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Threads that wait while the main thread links or loads a class.
 *
 * <p>Known by construction: until {@code main} has linked a class, {@code by-name} waits for it once in {@code Class.forName}, and {@code by-code} once
 * at a call. Meanwhile {@code of-array} waits once for an empty {@code int[]} that {@code main} has locked. {@code of-loader} waits once, in {@code
 * SecondCaller}, for a class loader that loads one class at a time, until {@code main} has loaded another class.
 */
public final class LinkingApp {
    /** How long, in ms, {@code by-name}, {@code by-code} and {@code of-array} wait at least. */
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
        loader.caller = loader.caller(Caller.class);
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

    /** Needs a class, which the JVM has to load. */
    public static final class FirstCaller implements Runnable {
        @Override
        public void run() {
            new Derived();
        }
    }

    /** Needs another class, which the JVM has to load. */
    public static final class SecondCaller implements Runnable {
        @Override
        public void run() {
            new Base();
        }
    }

    /** Loads classes that its parent has loaded too. */
    private abstract static class OwnLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Set<String> own;

        OwnLoader(Class<?>... own) {
            super(LinkingApp.class.getClassLoader());
            this.own = Stream.of(own).map(Class::getName).collect(Collectors.toSet());
        }

        /** Called before one of these classes is loaded. */
        abstract void isAskedFor(String name);

        final Runnable caller(Class<?> type) throws ReflectiveOperationException {
            return (Runnable)
                    Class.forName(type.getName(), true, this).getConstructor().newInstance();
        }

        @Override
        protected final Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!own.contains(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            isAskedFor(name);
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Not registered as parallel capable, so that the JVM loads one class at a time. The first class takes until another thread needs a class. */
    private static final class SerialLoader extends OwnLoader {
        private Thread[] waiters = {};
        private @Nullable Runnable second;

        SerialLoader() {
            super(FirstCaller.class, SecondCaller.class, Base.class, Derived.class);
        }

        @Override
        void isAskedFor(String name) {
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
        }
    }

    /** When the JVM links this class, it has to load {@link Base} and {@link Derived}, to verify that one is a subclass of the other. */
    public static final class Linked {
        private Linked() {}

        public static Base make() {
            return new Derived();
        }
    }

    public static class Base {
        @Override
        public String toString() {
            return "base";
        }
    }

    public static final class Derived extends Base {}

    /** Needs the class that is being linked. */
    public static final class Caller implements Runnable {
        @Override
        public void run() {
            Linked.make();
        }
    }

    /** Before it loads {@link Derived}, for which {@link Linked} is being linked, it starts threads that need {@link Linked}. */
    private static final class Loader extends OwnLoader {
        static {
            registerAsParallelCapable();
        }

        private final int[] array = {};
        private Thread[] waiters = {};
        private @Nullable Runnable caller;

        Loader() {
            super(Linked.class, Base.class, Derived.class, Caller.class);
        }

        @Override
        void isAskedFor(String name) {
            Runnable needsLinked = caller;
            if (name.equals(Derived.class.getName()) && needsLinked != null && waiters.length == 0) {
                keepWaiting(needsLinked);
            }
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
