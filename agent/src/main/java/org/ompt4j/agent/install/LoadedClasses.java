package org.ompt4j.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.mappings.rewrite.OmptTransformer;

/**
 * Finds out which loaded classes need rewriting. Only the JVM reliably has the code of a loaded class, and it passes the code to
 * transformers only. So the JVM is asked to rewrite a number of classes, the last of which it must refuse; then it refuses all of them.
 * By then the transformer has seen their code, but no class has changed and no compiled code is lost.
 */
final class LoadedClasses {
    private final Instrumentation instrumentation;
    private final OmptTransformer transformer;

    LoadedClasses(Instrumentation instrumentation, OmptTransformer transformer) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
    }

    /** The class that the JVM refuses to rewrite. */
    private static final class Refused {
        private Refused() {}
    }

    /** The subset of the classes that use an observed construct. */
    List<Class<?>> worthRewriting(List<Class<?>> classes) {
        List<Class<?>> found = new ArrayList<>();
        transformer.beginDryRun(found, Refused.class);
        try {
            for (List<Class<?>> part : Installation.inParts(classes)) {
                look(part);
            }
        } finally {
            transformer.endDryRun();
        }
        return found;
    }

    private void look(List<Class<?>> part) {
        if (!show(part)) {
            // The code of one class cannot be read; the others still can.
            for (Class<?> each : part) {
                show(List.of(each));
            }
        }
    }

    /** Whether the JVM has passed all of the classes to the transformer, the refused one last. */
    private boolean show(List<Class<?>> part) {
        List<Class<?>> all = new ArrayList<>(part);
        all.add(Refused.class);
        try {
            instrumentation.retransformClasses(all.toArray(new Class<?>[0]));
        } catch (LinkageError | InternalError | RuntimeException | UnmodifiableClassException refused) {
            // The JVM throws an InternalError for a class whose initialization has failed.
            return transformer.hasReachedLast();
        }
        return true;
    }
}
