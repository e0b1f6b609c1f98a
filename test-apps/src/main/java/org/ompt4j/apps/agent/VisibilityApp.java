package org.ompt4j.apps.agent;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/** Prints what an application can see of an agent in the same JVM: where its classes are, which packages it opened. */
public final class VisibilityApp {

    private static final String EMITTER_CLASS = "org.ompt4j.emitter.Events";

    private VisibilityApp() {}

    public static void main(String[] args) throws ClassNotFoundException {
        System.out.println("boot: " + loaderOfEmitterFor(null));
        System.out.println("platform: " + loaderOfEmitterFor(ClassLoader.getPlatformClassLoader()));
        System.out.println("application: " + loaderOfEmitterFor(VisibilityApp.class.getClassLoader()));
        for (String each : List.of("jdk.internal.misc", "jdk.internal.access", "jdk.internal.reflect")) {
            boolean open = Object.class.getModule().isExported(each, VisibilityApp.class.getModule());
            System.out.println(each + (open ? " is exported to the application" : " is closed"));
        }
        System.out.println("fields of a worker and its queue: "
                + addedFields(
                        ForkJoinWorkerThread.class, Class.forName("java.util.concurrent.ForkJoinPool$WorkQueue")));
        System.out.println("properties: "
                + System.getProperties().stringPropertyNames().stream()
                        .filter(each -> each.contains("bytebuddy") || each.contains("ompt"))
                        .sorted()
                        .toList());
    }

    private static List<String> addedFields(Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
                .map(Field::getName)
                .filter(each -> each.startsWith("ompt4j"))
                .toList();
    }

    private static String loaderOfEmitterFor(@Nullable ClassLoader loader) {
        try {
            ClassLoader found = Class.forName(EMITTER_CLASS, false, loader).getClassLoader();
            return found == null ? "from the bootstrap loader" : "from " + found;
        } catch (ClassNotFoundException e) {
            return "none";
        }
    }
}
