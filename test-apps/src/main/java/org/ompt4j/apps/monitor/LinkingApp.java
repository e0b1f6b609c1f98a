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

    /** Loads these classes once more. */
    private abstract static class OwnLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        private final Set<String> own;

        OwnLoader(Class<?>... own) {
            super(LinkingApp.class.getClassLoader());
            this.own = Stream.of(own).map(Class::getName).collect(Collectors.toSet());
        }

        /** One of them was asked for that it has not loaded so far. */
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

    /** Loads one class at a time, since it does not say that it can do more. The class that is asked for first takes until another thread asks for one. */
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

    /** As it is asked for the last one of its classes, it has others come that need the class for which it is asked. */
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
