package org.ompt4j.agent.install;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.mappings.rewrite.OmptTransformer;

/**
 * Finds out which loaded classes are worth rewriting. Only the JVM has the code of a loaded class for certain, and it shows it to
 * transformers alone. So the JVM is asked to rewrite a number of classes of which it will refuse the last one, and so all of them:
 * the transformer has seen them, but no class has changed and no compiled code is lost.
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

    /** Those of the classes that have something to observe. */
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
            // One of them cannot be shown: the others still can.
            for (Class<?> each : part) {
                show(List.of(each));
            }
        }
    }

    /** Whether the JVM has shown all of them to the transformer, the refused one as the last. */
    private boolean show(List<Class<?>> part) {
        List<Class<?>> all = new ArrayList<>(part);
        all.add(Refused.class);
        try {
            instrumentation.retransformClasses(all.toArray(new Class<?>[0]));
        } catch (LinkageError | InternalError | RuntimeException | UnmodifiableClassException refused) {
            // An InternalError is what the JVM says of a class whose initialization has failed.
            return transformer.hasReachedLast();
        }
        return true;
    }
}
