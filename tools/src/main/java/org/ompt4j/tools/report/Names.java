package org.ompt4j.tools.report;

import java.lang.constant.ClassDesc;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.blame.WaitPlace;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Columns;
import org.ompt4j.tools.text.Units;

/** Names for the call sites, threads, pools and objects of a trace, short enough for a table. Thread safety: that of the trace. */
public final class Names {
    private static final Pattern ID = Pattern.compile(" #\\d+$");

    private static final Pattern FILE = Pattern.compile("\\([^()]*:(\\d+)\\)");

    /** In characters. A class path can have hundreds of entries, and its begin is enough to recognize it. */
    private static final int LONGEST_ARGUMENT = 160;

    private static final int SHOWN_OF_LONGER = 80;

    /** Stands for what was cut off. */
    private static final String CUT = "..";

    /** In characters, for names of threads and pools in sentences. */
    private static final int LONGEST_IN_TEXT = 80;

    /** Stands for a call site that is not known. */
    public static final String UNKNOWN_CALL_SITE = "(unknown call site)";

    private final Trace trace;

    public Names(Trace trace) {
        this.trace = trace;
    }

    public String callSite(int codeptrRa) {
        String text = trace.callSite(codeptrRa);
        return text == null ? UNKNOWN_CALL_SITE : text;
    }

    /** The code that a task runs, or the call site where it was created if that code is in the JDK or not known. */
    public String code(int body, int codeptrRa) {
        String text = trace.body(body);
        boolean says = text != null && (codeptrRa == 0 || !ClassOrigin.isOfJdk(text));
        return text == null || !says ? callSite(codeptrRa) : text;
    }

    public String thread(long id) {
        Trace.TraceThread known = trace.thread(id);
        return known == null ? TraceEvent.nameOfThread(id) : known.name();
    }

    /** The name of a thread or a pool as a part of a sentence: a long one is shortened as in tables. */
    static String inText(String name) {
        return name.length() <= LONGEST_IN_TEXT ? name : fit(name, LONGEST_IN_TEXT);
    }

    /** The thread as a part of a sentence, with marks that distinguish its name from the words around it. */
    String threadInText(long id) {
        if (id == Culprit.SEVERAL) {
            return "several threads";
        }
        Trace.TraceThread known = trace.thread(id);
        return known == null ? TraceEvent.nameOfThread(id) : '"' + inText(known.name()) + '"';
    }

    /** The name of a pool in a table. A pool whose workers are virtual threads without a name has none. */
    public static String poolInTable(String name) {
        return inTable(name);
    }

    /** The name of a thread or a pool in a table: no cell is blank. */
    static String inTable(String name) {
        return name.isBlank() ? "(no name)" : name;
    }

    /** The pool as a part of a sentence. */
    static String pool(@Nullable PoolModel pool) {
        String name = pool == null ? null : pool.name();
        if (name == null) {
            return "a pool";
        }
        return name.isEmpty() ? "a pool without a name" : name;
    }

    /** Whether the wait id is that of a known object; other wait ids are those of tasks and regions. */
    public boolean isKnownObject(long waitId) {
        return waitId != 0 && trace.waitObject(waitId) != null;
    }

    /** The class of the object with its wait id, which distinguishes several objects of one class; a virtual thread as it is called elsewhere. */
    public String object(long waitId) {
        if (TraceEvent.isVirtualThread(waitId)) {
            return TraceEvent.nameOfThread(waitId);
        }
        Trace.WaitObject object = trace.waitObject(waitId);
        return (object == null ? "(unknown object)" : asInCode(object.className())) + " #" + waitId;
    }

    /** The name of a class as in source code. {@code Class.getName} returns another form for arrays. */
    private static String asInCode(String className) {
        if (!className.startsWith("[")) {
            return className;
        }
        try {
            return asInCode(ClassDesc.ofDescriptor(className.replace('.', '/')));
        } catch (IllegalArgumentException | IndexOutOfBoundsException noDescriptor) {
            return className;
        }
    }

    private static String asInCode(ClassDesc type) {
        ClassDesc component = type.componentType();
        if (component != null) {
            return asInCode(component) + "[]";
        }
        return (type.packageName().isEmpty() ? "" : type.packageName() + ".") + type.displayName();
    }

    /** The call site of a wait, or the object that was waited for if only that is known. */
    String place(WaitPlace place) {
        return place.waitsAt() == 0 && isKnownObject(place.waitId())
                ? object(place.waitId())
                : callSite(place.waitsAt());
    }

    /** An argument of a command, shortened to its begin if it is very long. */
    public static String beginning(String argument) {
        return argument.length() <= LONGEST_ARGUMENT
                ? argument
                : argument.substring(0, SHOWN_OF_LONGER) + "... (" + Units.count(argument.length() - SHOWN_OF_LONGER)
                        + " characters more)";
    }

    /**
     * Shortens the text to {@code width} columns: packages go first, as in {@code Main.run(Main.java:7)}, then the file
     * name, as in {@code Main.run:7}, then the beginning; a text that was cut at its end before is cut there.
     */
    public static String fit(String text, int width) {
        String shorter = withoutPackages(text, width);
        if (Columns.of(shorter) > width) {
            shorter = withoutPackages(withoutFile(text), width);
        }
        if (Columns.of(shorter) <= width) {
            return shorter;
        }
        int rest = Math.max(0, width - CUT.length());
        if (shorter.endsWith(CUT) && rest > 0) {
            return shorter.substring(0, Columns.fitting(shorter, rest)) + CUT;
        }
        return CUT + shorter.substring(Columns.fittingEnd(shorter, rest));
    }

    /** A call site without its file, as in {@code Main.run:7}. */
    static String withoutFile(String callSite) {
        return FILE.matcher(callSite).replaceFirst(":$1");
    }

    /** An object's name without its wait id, which differs from run to run. */
    public static String withoutId(String object) {
        return ID.matcher(object).replaceFirst("");
    }

    /** The text without any package. */
    public static String withoutPackages(String text) {
        return withoutPackages(text, 0);
    }

    private static String withoutPackages(String text, int width) {
        // Words before the name are kept, as in "ended a task: java.lang.Error".
        int begin = text.lastIndexOf(' ', text.indexOf('.')) + 1;
        String shorter = text;
        while (Columns.of(shorter) > width) {
            int dot = shorter.indexOf('.', begin);
            if (dot <= begin || !isPackage(shorter, begin, dot)) {
                return shorter;
            }
            shorter = shorter.substring(0, begin) + shorter.substring(dot + 1);
        }
        return shorter;
    }

    /** Whether what stands before the dot is a package. Classes can begin with a small letter too, as those of Clojure do. */
    private static boolean isPackage(String text, int begin, int dot) {
        int end = nameEnd(text);
        if (dot + 1 >= end
                || !Character.isLowerCase(text.charAt(begin))
                || text.substring(begin, dot).contains("$")) {
            return false;
        }
        int next = text.indexOf('.', dot + 1);
        return !Character.isLowerCase(text.charAt(dot + 1)) || next >= 0 && next < end;
    }

    private static int nameEnd(String text) {
        int parenthesis = text.indexOf('(');
        return parenthesis < 0 ? text.length() : parenthesis;
    }

    /** A state's name without the words that the heading says already, so that several fit side by side. */
    public static String state(State state) {
        return switch (state) {
            case WORK_SERIAL -> "serial";
            case WORK_PARALLEL -> "parallel";
            case WORK_REDUCTION -> "reduce";
            case WORK_FREE_AGENT -> "task";
            case WAIT_BARRIER_IMPLICIT_PARALLEL -> "end";
            case WAIT_BARRIER_IMPLICIT_WORKSHARE -> "stage";
            case WAIT_BARRIER_EXPLICIT -> "barrier";
            case WAIT_BARRIER_IMPLEMENTATION -> "JDK";
            case WAIT_TASKGROUP -> "group";
            case WAIT_CRITICAL -> "monitor";
            default -> state.specName().replaceFirst("^(work|wait)_", "").replace('_', ' ');
        };
    }
}
