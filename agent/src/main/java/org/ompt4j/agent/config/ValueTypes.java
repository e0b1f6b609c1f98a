package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.Event;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.text.Lists;
import org.ompt4j.text.NameSelection;
import org.ompt4j.text.Nearest;
import org.ompt4j.text.Quantity;
import org.ompt4j.tools.trace.OutputName;

/** The types of the values of {@link ConfigKey}. Immutable. */
final class ValueTypes {

    private ValueTypes() {}

    /** One of a few words. */
    static final class Choice implements ValueType {

        private final List<String> words;

        Choice(String... words) {
            this.words = List.of(words);
        }

        @Override
        public String describe() {
            return String.join(", ", words);
        }

        @Override
        public @Nullable String problem(String text) {
            return words.contains(text)
                    ? null
                    : "\"" + text + "\" is none of " + describe() + Nearest.hint(text, words);
        }
    }

    /** {@code true} or {@code false}. */
    static final class Flag implements ValueType {

        @Override
        public String describe() {
            return "true, false";
        }

        @Override
        public @Nullable String problem(String text) {
            return text.equals("true") || text.equals("false") ? null : "\"" + text + "\" is neither true nor false";
        }
    }

    /** The name of a file. Whether the file can be read or written is checked only when it is opened. */
    static final class FilePath implements ValueType {

        /** The purpose of the file. */
        enum Use {
            /** The file is read, if one is named. */
            READ,
            /** The file is written; its name may have placeholders. */
            WRITTEN
        }

        private final Use use;

        FilePath(Use use) {
            this.use = use;
        }

        @Override
        public String describe() {
            return "file name";
        }

        @Override
        public @Nullable String problem(String text) {
            if (use == Use.WRITTEN && text.isEmpty()) {
                return "is empty; give a file name";
            }
            String placeholder = use == Use.WRITTEN ? OutputName.unknownPlaceholder(text) : null;
            if (placeholder != null) {
                return "\"" + text + "\" has \"" + placeholder
                        + "\", which stands for nothing; known are %m, %p, %h, %t, and %% for a" + " percent sign";
            }
            return text.indexOf('\0') >= 0 ? "has a NUL character, which no file name has" : null;
        }
    }

    /** A size in bytes, or with a unit of 1024, 1024² or 1024³ bytes: {@code 512k}, {@code 200m}, {@code 1g}. */
    static final class SizeValue implements ValueType {

        private final long minBytes;

        SizeValue(long minBytes) {
            this.minBytes = minBytes;
        }

        @Override
        public String describe() {
            return "size (bytes, k, m, g)";
        }

        @Override
        public @Nullable String problem(String text) {
            long bytes = Quantity.bytes(text);
            if (bytes == Quantity.INVALID) {
                return "\"" + text + "\" is no size; write a whole number and its unit, such as 512k, 200m or 1g";
            }
            return bytes < minBytes ? "\"" + text + "\" is too small; the smallest is " + (minBytes >> 10) + "k" : null;
        }
    }

    /** A duration with its unit: {@code 500ns}, {@code 10us}, {@code 5ms}, {@code 1s}; zero needs no unit. */
    static final class DurationValue implements ValueType {

        private final long minNanos;
        private final long maxNanos;

        DurationValue(long minNanos, long maxNanos) {
            this.minNanos = minNanos;
            this.maxNanos = maxNanos;
        }

        @Override
        public String describe() {
            return "duration (ns, us, ms, s)";
        }

        @Override
        public @Nullable String problem(String text) {
            long nanos = Quantity.nanos(text);
            if (nanos == Quantity.INVALID) {
                return "\"" + text + "\" is no duration; write a whole number and its unit, such as 10us, 5ms or 1s";
            }
            if (nanos < minNanos) {
                return "\"" + text + "\" is too short; the shortest is " + minNanos / 1000 + "us";
            }
            return nanos > maxNanos
                    ? "\"" + text + "\" is too long; the longest is " + maxNanos / 1_000_000_000 + "s"
                    : null;
        }
    }

    /** {@code auto}, {@code off}, or events per second and their length: {@code 10000/10us}. */
    static final class ThrottleValue implements ValueType {

        private static final long LOWEST_RATE = 10;
        private static final long HIGHEST_RATE = 1_000_000_000;
        private static final DurationValue BELOW = new DurationValue(1, 3_600_000_000_000L);

        @Override
        public String describe() {
            return "auto, off, events per second/duration";
        }

        @Override
        public @Nullable String problem(String text) {
            if (text.equals("auto") || text.equals("off")) {
                return null;
            }
            int slash = text.indexOf('/');
            long rate = slash < 0 ? Quantity.INVALID : Quantity.count(text.substring(0, slash));
            if (rate == Quantity.INVALID) {
                return "\"" + text
                        + "\" is neither auto nor off nor a whole number of events per second and a duration, such as"
                        + " 10000/10us";
            }
            if (rate < LOWEST_RATE) {
                return "\"" + rate + "\" is too low; the lowest rate is " + LOWEST_RATE + ", and off ends throttling";
            }
            return rate > HIGHEST_RATE
                    ? "\"" + rate + "\" is too high; the highest rate is " + HIGHEST_RATE + ", and off ends throttling"
                    : BELOW.problem(text.substring(slash + 1));
        }
    }

    /** A list of known names that chooses some of them, see {@link NameSelection}. */
    static final class NameList implements ValueType {

        private final String what;
        private final List<String> names;
        private final boolean ofConstructs;

        private NameList(String what, List<String> names, boolean ofConstructs) {
            this.what = what;
            this.names = names;
            this.ofConstructs = ofConstructs;
        }

        static NameList ofEvents() {
            return new NameList("event", events(), false);
        }

        static NameList ofConstructs() {
            return new NameList("construct", constructs(), true);
        }

        @Override
        public String describe() {
            return "list of " + what + " names, all";
        }

        @Override
        public @Nullable String problem(String text) {
            List<String> elements = Lists.split(text);
            if (elements.isEmpty()) {
                return "names no " + what + "; use \"" + NameSelection.ALL + "\" or some of "
                        + String.join(", ", names);
            }
            for (String element : elements) {
                String name = NameSelection.nameOf(element);
                if (!name.equals(NameSelection.ALL) && !names.contains(name)) {
                    return "\"" + name + "\" is no " + what
                            + Nearest.hint(name, names, "known are " + String.join(", ", names));
                }
            }
            if (selectsNone(text)) {
                return "\"" + text + "\" leaves no " + what + "; use \"" + NameSelection.ALL
                        + "\" or name those to keep";
            }
            return null;
        }

        private boolean selectsNone(String text) {
            return ofConstructs ? SettingsText.constructs(text).isEmpty() : SettingsText.events(text) == 0;
        }

        private static List<String> events() {
            List<String> names = new ArrayList<>();
            for (Event each : Event.values()) {
                names.add(each.specName());
            }
            return names;
        }

        /** The mapping ids that {@code all} does not include. */
        static String onRequest() {
            List<String> ids = new ArrayList<>();
            for (Construct each : Construct.values()) {
                if (each.has(Construct.Trait.ON_REQUEST)) {
                    ids.add(each.id());
                }
            }
            return String.join(", ", ids);
        }

        /** All mapping ids; {@link Construct#NONE} is not among them, since it cannot be switched off. */
        static List<String> constructs() {
            List<String> names = new ArrayList<>();
            for (Construct each : Construct.values()) {
                if (each != Construct.NONE) {
                    names.add(each.id());
                }
            }
            return names;
        }
    }

    /** A list, possibly empty; a check reports the first wrong element. */
    private abstract static class ElementList implements ValueType {

        @Override
        public final @Nullable String problem(String text) {
            for (String element : Lists.split(text)) {
                String problem = elementProblem(element);
                if (problem != null) {
                    return problem;
                }
            }
            return null;
        }

        /** The error in an element; null if the element is valid. */
        abstract @Nullable String elementProblem(String element);
    }

    /** A list of globs for class names, possibly empty: {@code *} matches any characters, dots included, {@code ?} one character. */
    static final class GlobList extends ElementList {

        @Override
        public String describe() {
            return "list of class name globs";
        }

        @Override
        @Nullable
        String elementProblem(String glob) {
            return problemOf(glob);
        }

        /** Null if the text is a glob for class or method names, otherwise the error. */
        static @Nullable String problemOf(String glob) {
            for (int i = 0; i < glob.length(); i++) {
                char c = glob.charAt(i);
                if (c == '/' || c == '\\') {
                    return "\"" + glob + "\" has a '" + c + "'; packages are separated by dots";
                }
                if (c != '*' && c != '?' && c != '.' && c != '-' && !Character.isJavaIdentifierPart(c)) {
                    return "\"" + glob + "\" has a '" + c + "', which no Java name has";
                }
            }
            return null;
        }
    }

    /**
     * A list of definitions {@code kind:class.method}, where class and method may be globs and the last dot separates them. After a slash a lock has
     * a glob for a second method of the same class, a {@code run} can have one, and a {@code submit} can name the beginning of class names. The
     * name of a library stands for the definitions of it in the agent's jar.
     */
    static final class DefinitionList extends ElementList {

        @Override
        public String describe() {
            return "list of kind:class.method globs, or library names";
        }

        @Override
        @Nullable
        String elementProblem(String definition) {
            int colon = definition.indexOf(':');
            if (ShippedDefinitions.NAMES.contains(definition)) {
                return null;
            }
            if (colon < 0) {
                return "\"" + definition + "\" does not say what it is; write for example barrier:com.acme.Gate.await"
                        + Nearest.hint(
                                definition,
                                ShippedDefinitions.NAMES,
                                "libraries with definitions are " + String.join(", ", ShippedDefinitions.NAMES));
            }
            String id = definition.substring(0, colon).strip();
            DefinedConstruct kind = DefinedConstruct.byId(id);
            if (kind == null) {
                List<String> ids = ids();
                return "\"" + id + "\" is nothing that can be defined"
                        + Nearest.hint(id, ids, "known are " + String.join(", ", ids));
            }
            return methodProblem(kind, definition.substring(colon + 1).strip());
        }

        private static List<String> ids() {
            List<String> ids = new ArrayList<>();
            for (DefinedConstruct each : DefinedConstruct.values()) {
                ids.add(each.id());
            }
            return ids;
        }

        private static @Nullable String methodProblem(DefinedConstruct kind, String methods) {
            int slash = methods.indexOf('/');
            if (slash < 0 && kind != DefinedConstruct.LOCK) {
                return memberProblem(methods, methods);
            }
            String second = slash < 0 ? "" : methods.substring(slash + 1);
            String problem = switch (kind) {
                case LOCK -> pairProblem(methods, second, "two methods, such as com.acme.Latch.acquire/release");
                case RUN ->
                    pairProblem(methods, second, "a second method, such as com.acme.Pool.before/after, or no slash");
                case SUBMIT -> packageProblem(methods, second);
                default -> "\"" + methods + "\" has a second method; only lock and run have two";
            };
            return problem != null ? problem : memberProblem(methods, methods.substring(0, slash));
        }

        private static @Nullable String pairProblem(String methods, String second, String wanted) {
            if (second.isEmpty()) {
                return "\"" + methods + "\" needs " + wanted;
            }
            return second.indexOf('.') >= 0
                    ? "\"" + methods + "\" has a class after the slash; both methods are of one class"
                    : GlobList.problemOf(second);
        }

        private static @Nullable String packageProblem(String methods, String second) {
            int star = second.indexOf('*');
            return star < 1 || star < second.length() - 1 || second.indexOf('?') >= 0
                    ? "\"" + methods + "\" has to name classes after the slash by how they begin, such as"
                            + " com.acme.Pool.execute/com.acme.*"
                    : GlobList.problemOf(second);
        }

        private static @Nullable String memberProblem(String methods, String first) {
            int dot = first.lastIndexOf('.');
            return dot <= 0 || dot == first.length() - 1
                    ? "\"" + methods + "\" needs class and method, such as com.acme.Gate.await"
                    : GlobList.problemOf(first);
        }
    }
}
