package org.ompt4j.mappings.rewrite;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;

/** A rewrite of application classes that is more than a call site, such as the one of {@code synchronized}. */
public interface ApplicationRewrite {

    /** Whether the class may need the rewrite. A cheap check that may return true too often, but must never return false wrongly. */
    boolean interestedIn(ClassFacts facts);

    /**
     * The visitor that rewrites the class.
     *
     * @param next the visitor that gets the rewritten class
     * @param reader the original class; can be read more than once
     */
    ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts);

    /**
     * Whether the rewrite is needed to know the states of threads: then it is also applied to classes that {@code include} leaves out, but not to
     * those that {@code exclude} names.
     */
    default boolean isOfThreads() {
        return false;
    }

    /** What could not be rewritten in classes, one sentence each; may grow. */
    default List<String> notObserved() {
        return List.of();
    }
}
