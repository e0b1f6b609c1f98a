package org.ompt4j.text;

/**
 * Decides by the name of a class whether its code belongs to the JDK, to the agent, or to the program with its libraries. The argument may also be a
 * text that begins with the name of a class, such as a stack frame or a call site.
 *
 * <p>Thread safety: any thread.
 */
public final class ClassOrigin {
    /** Behind {@code javax.}, which names of libraries begin with too, such as {@code javax.servlet}. */
    private static final String[] JAVAX = {
        "accessibility.",
        "annotation.processing.",
        "crypto.",
        "imageio.",
        "lang.model.",
        "management.",
        "naming.",
        "net.",
        "print.",
        "rmi.ssl.",
        "script.",
        "security.",
        "smartcardio.",
        "sound.",
        "sql.",
        "swing.",
        "tools.",
        "transaction.xa.",
        "xml.catalog.",
        "xml.crypto.",
        "xml.datatype.",
        "xml.namespace.",
        "xml.parsers.",
        "xml.stream.",
        "xml.transform.",
        "xml.validation.",
        "xml.xpath.",
        "xml.XMLConstants"
    };

    /** Continuations of {@code com.sun.} in names of JDK packages; libraries use the prefix too, as in {@code com.sun.jna}. */
    private static final String[] COM_SUN = {
        "accessibility.",
        "beans.",
        "crypto.",
        "imageio.",
        "jarsigner.",
        "java.",
        "java_cup.",
        "jdi.",
        "jmx.",
        "jndi.",
        "management.",
        "media.",
        "naming.",
        "net.",
        "nio.",
        "org.",
        "rowset.",
        "security.",
        "source.",
        "swing.",
        "tools.",
        "xml.internal."
    };

    /** Behind {@code org.ompt4j.}, which tools and programs may begin with too. */
    private static final String[] AGENT = {
        "agent.", "control.", "emitter.", "mappings.", "ompt.", "settings.", "shaded.", "text.", "tools.", "views."
    };

    private ClassOrigin() {}

    /**
     * Whether the class belongs to the JDK. A few packages of the JDK that standards bodies have named, such as {@code org.w3c.dom}, count as the
     * program's.
     */
    public static boolean isOfJdk(String name) {
        return name.startsWith("java.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || isAnyOf(JAVAX, name, "javax.")
                || isAnyOf(COM_SUN, name, "com.sun.");
    }

    /** Whether the class belongs to the agent, or to the tools that come with it. */
    public static boolean isOfAgent(String name) {
        return isAnyOf(AGENT, name, "org.ompt4j.");
    }

    /** Whether the class belongs to the program or its libraries. */
    public static boolean isOfProgram(String name) {
        return !isOfJdk(name) && !isOfAgent(name);
    }

    private static boolean isAnyOf(String[] continuations, String name, String beginning) {
        if (name.startsWith(beginning)) {
            for (String each : continuations) {
                if (name.startsWith(each, beginning.length())) {
                    return true;
                }
            }
        }
        return false;
    }
}
