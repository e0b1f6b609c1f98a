package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.Construct;

/** What is done to one class of the JDK, on behalf of one construct. */
public final class JdkClass {
    final Construct construct;
    final String internalName;
    final List<AddedField> fields = new ArrayList<>();
    final List<MethodAdvice> methods = new ArrayList<>();

    record AddedField(String name, String descriptor) {}

    JdkClass(Construct construct, String internalName) {
        this.construct = construct;
        this.internalName = internalName;
    }

    /** Adds a {@code public transient synthetic} field, if the class is not loaded yet. */
    public JdkClass field(String name, String descriptor) {
        fields.add(new AddedField(name, descriptor));
        return this;
    }

    /** Advice for a method that must exist exactly once. */
    public MethodAdvice method(String name, String descriptor) {
        MethodAdvice advice = new MethodAdvice(name, descriptor);
        methods.add(advice);
        return advice;
    }
}
