package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/** The declared changes of one JDK class, on behalf of one construct. */
public final class JdkClass {
    final Construct construct;
    final String internalName;
    final List<AddedField> fields = new ArrayList<>(0);
    final List<MethodAdvice> methods = new ArrayList<>(0);

    /** What is lost without these changes, if the construct can be observed without them. */
    @Nullable
    String lost;

    record AddedField(String name, String descriptor) {}

    JdkClass(Construct construct, String internalName) {
        this.construct = construct;
        this.internalName = internalName;
    }

    /** The construct on whose behalf the class is rewritten. */
    public Construct construct() {
        return construct;
    }

    /**
     * The construct is observed without these changes if the JDK's class does not fit them; other changes of the class for the construct are made.
     *
     * @param lost what is not observed then, as the subject of a sentence
     */
    public JdkClass dispensable(String lost) {
        this.lost = lost;
        return this;
    }

    /** Adds a {@code public transient synthetic} field, if the class is not loaded yet. */
    public JdkClass field(String name, String descriptor) {
        fields.add(new AddedField(name, descriptor));
        return this;
    }

    /** Advice for a method, which must exist, given as one string of name and descriptor, such as {@code run()V}. */
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

    /** All advice declared for one method, by one or several constructs, in order. */
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
