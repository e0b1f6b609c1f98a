package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** The paths to code that waited, for waits of which a stack was taken. Thread safety: none. */
public final class WaitPaths implements MutexListener {
    private static final int MOST_CODES = 20_000;

    private final TaskPaths paths;
    private final FrameNames names;
    /** The paths of waits for mutexes. They are numbered from 1 on. */
    private final List<CallPath> numbered = new ArrayList<>();

    private final Map<CallPath, Integer> numbers = new IdentityHashMap<>();

    private final List<String> code = new ArrayList<>();
    private final Map<String, Integer> numbersOfCode = new HashMap<>();

    WaitPaths(TaskPaths paths, FrameNames names) {
        this.paths = paths;
        this.names = names;
    }

    @Override
    public int pathOf(TraceEvent acquire, ThreadModel thread) {
        CallPath path = paths.ofWait(thread, acquire);
        return path == null
                ? 0
                : numbers.computeIfAbsent(path, key -> {
                    numbered.add(key);
                    return numbered.size();
                });
    }

    /** A number for the code that waits, from the stack of this wait; 0 if no stack was taken, or if there is too much different code. */
    public int codeOf(ThreadModel thread, TraceEvent wait) {
        CallPath path = paths.ofWait(thread, wait);
        if (path == null || path == paths.root()) {
            return 0;
        }
        String name = names.callSite(path.callSite());
        Integer known = numbersOfCode.get(name);
        if (known == null && code.size() >= MOST_CODES) {
            return 0;
        }
        if (known == null) {
            code.add(name);
            known = code.size();
            numbersOfCode.put(name, known);
        }
        return known;
    }

    /** The code with this number. */
    public String code(int number) {
        return code.get(number - 1);
    }

    /** The path with this number. */
    CallPath path(int number) {
        return numbered.get(number - 1);
    }

    /** The callers of the code that waited for a mutex by the path with this number, the innermost first, without the call site itself. */
    public List<String> callers(int number, int callSite) {
        return callers(path(number), callSite);
    }

    /**
     * The innermost code of the program that had called the JDK's code at a call site; null if there is none, or if the call site is in the
     * program.
     */
    public @Nullable String callerInProgram(int number, int callSite) {
        if (callSite != 0 && ClassOrigin.isOfProgram(names.callSite(callSite))) {
            return null;
        }
        return callers(number, callSite).stream()
                .filter(ClassOrigin::isOfProgram)
                .findFirst()
                .orElse(null);
    }

    List<String> callers(CallPath path, int callSite) {
        List<String> callers = new ArrayList<>();
        for (CallPath each : path.steps()) {
            callers.add(names.callSite(each.callSite()));
        }
        Collections.reverse(callers);
        String site = names.callSite(callSite);
        while (!callers.isEmpty() && isOf(site, callers.get(0))) {
            callers.remove(0);
        }
        return callers;
    }

    /** Whether a step is the call site, or the method that contains it. */
    private static boolean isOf(String site, String step) {
        return site.startsWith(step) && (site.length() == step.length() || site.charAt(step.length()) == '(');
    }
}
