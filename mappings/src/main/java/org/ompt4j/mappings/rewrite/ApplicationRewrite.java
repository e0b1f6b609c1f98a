package org.ompt4j.mappings.rewrite;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;

/** A rewrite of application classes that is more than a call site, such as the one of {@code synchronized}. */
public interface ApplicationRewrite {

    /** Whether the class could need it: a cheap look that may say yes too often and must not say no wrongly. */
    boolean interestedIn(ClassFacts facts);

    /**
     * The visitor that does it.
     *
     * @param next where the rewritten class goes
     * @param reader the class as it came; can be read more than once
     */
    ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts);

    /**
     * Whether it is about what threads are in, whatever they run: then it rewrites classes too that {@code include} leaves out, but none that
     * {@code exclude} names.
     */
    default boolean isOfThreads() {
        return false;
    }

    /** What classes had that could not be rewritten, one sentence each; may grow. */
    default List<String> notObserved() {
        return List.of();
    }
}
