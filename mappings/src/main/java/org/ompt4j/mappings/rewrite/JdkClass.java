package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.Construct;

/** What is done to one class of the JDK, on behalf of one construct. */
public final class JdkClass {
    final Construct construct;
    final String internalName;
    final List<AddedField> fields = new ArrayList<>(0);
    final List<MethodAdvice> methods = new ArrayList<>(0);

    record AddedField(String name, String descriptor) {}

    JdkClass(Construct construct, String internalName) {
        this.construct = construct;
        this.internalName = internalName;
    }

    /** On whose behalf. */
    public Construct construct() {
        return construct;
    }

    /** Adds a {@code public transient synthetic} field, if the class is not loaded yet. */
    public JdkClass field(String name, String descriptor) {
        fields.add(new AddedField(name, descriptor));
        return this;
    }

    /** Advice for a method that must exist, given by name and descriptor in one, such as {@code run()V}. */
    public MethodAdvice method(String method) {
        MethodAdvice advice = new MethodAdvice(method);
        methods.add(advice);
        return advice;
    }

    boolean hasMethod(String method) {
        for (MethodAdvice each : methods) {
            if (each.method.equals(method)) {
                return true;
            }
        }
        return false;
    }

    /** What is declared for one method, by several constructs or one, in order. */
    static List<MethodAdvice> adviceFor(String name, String descriptor, List<JdkClass> declared) {
        List<MethodAdvice> found = new ArrayList<>();
        for (JdkClass each : declared) {
            for (MethodAdvice advice : each.methods) {
                if (MethodAdvice.isMethod(advice.method, name, descriptor)) {
                    found.add(advice);
                }
            }
        }
        return found;
    }
}
