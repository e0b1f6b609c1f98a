package org.ompt4j.tools.export;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.openjdk.jmc.flightrecorder.writer.api.Annotation;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypeStructureBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedFieldBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValue;
import org.openjdk.jmc.flightrecorder.writer.api.Types;
import org.openjdk.jmc.flightrecorder.writer.api.Types.Builtin;
import org.openjdk.jmc.flightrecorder.writer.api.Types.JDK;

/**
 * The types in one chunk of a Flight Recorder file, with the JDK's names and the fields that are known here. The writer's own versions of the
 * JDK's types cannot be used, since the JDK does not read their array of frames.
 */
final class JfrTypes {
    private static final String TICKS = "TICKS";
    private static final String NANOSECONDS = "NANOSECONDS";
    private static final String CATEGORY = "OMPT4J";

    /** The class of pseudo frames. */
    private static final String NO_CLASS = "ompt4j";

    private static final int UNKNOWN_LINE = -1;

    /** The frame type, since it is not known how code was executed. */
    private static final String UNKNOWN_KIND = "Unknown";

    private final Types types;
    private final Type label;
    private final Type description;
    private final Type category;
    private final Type timestamp;
    private final Type timespan;
    private final Type thread;
    private final Type inPackage;
    private final Type type;
    private final Type method;
    private final Type frame;
    private final Type stack;
    private final Map<String, TypedValue> classes = new HashMap<>();
    private final Map<String, TypedValue> frames = new HashMap<>();

    JfrTypes(Types types) {
        this.types = types;
        Type contentType = types.getOrAdd("jdk.jfr.ContentType", Annotation.ANNOTATION_SUPER_TYPE_NAME, it -> {});
        label = annotation(JDK.ANNOTATION_LABEL.getTypeName(), value -> {});
        description = annotation(JDK.ANNOTATION_DESCRIPTION.getTypeName(), value -> {});
        category = annotation("jdk.jfr.Category", TypedFieldBuilder::asArray);
        timestamp = unit(JDK.ANNOTATION_TIMESTAMP.getTypeName(), contentType);
        timespan = unit(JDK.ANNOTATION_TIMESPAN.getTypeName(), contentType);
        thread = types.getOrAdd(
                JDK.THREAD,
                it -> it.addField("osName", Builtin.STRING)
                        .addField("osThreadId", Builtin.LONG)
                        .addField("javaName", Builtin.STRING)
                        .addField("javaThreadId", Builtin.LONG));
        Type symbol = types.getOrAdd(JDK.SYMBOL, it -> it.addField("string", Builtin.STRING));
        inPackage = types.getOrAdd(JDK.PACKAGE, it -> it.addField("name", symbol));
        type = types.getOrAdd(JDK.CLASS, it -> it.addField("name", symbol).addField("package", inPackage));
        method = types.getOrAdd(
                JDK.METHOD,
                it -> it.addField("type", type).addField("name", symbol).addField("descriptor", symbol));
        Type kind = types.getOrAdd(JDK.FRAME_TYPE, it -> it.addField("description", Builtin.STRING));
        // Inline in the stack, not in a constant pool. Mission Control's reader expects exactly these four fields.
        frame = types.getOrAdd(
                JDK.STACK_FRAME.getTypeName(),
                false,
                it -> it.addField("method", method)
                        .addField("lineNumber", Builtin.INT)
                        .addField("bytecodeIndex", Builtin.INT)
                        .addField("type", kind));
        stack = types.getOrAdd(
                JDK.STACK_TRACE,
                it -> it.addField("truncated", Builtin.BOOLEAN).addField("frames", frame, TypedFieldBuilder::asArray));
    }

    private Type annotation(String name, Consumer<TypedFieldBuilder> value) {
        return types.getOrAdd(
                name, Annotation.ANNOTATION_SUPER_TYPE_NAME, it -> it.addField("value", Builtin.STRING, value));
    }

    /** Only what is said to be a kind of contents is shown as such: as a time, and one that is not known as that. */
    private Type unit(String name, Type contentType) {
        return types.getOrAdd(
                name,
                Annotation.ANNOTATION_SUPER_TYPE_NAME,
                it -> it.addField("value", Builtin.STRING).addAnnotation(contentType, value -> {}));
    }

    // ---------------------------------------------------------------- events

    Type register(JfrEvent event) {
        return types.getOrAdd(event.typeName(), "jdk.jfr.Event", it -> {
            it.addAnnotation(label, event.label());
            it.addAnnotation(description, event.description());
            it.addAnnotation(category, value -> value.putField("value", new String[] {CATEGORY}));
            // The JDK's reader takes the first two fields as time and length, whatever their names are.
            it.addField("startTime", Builtin.LONG, field -> {
                field.addAnnotation(timestamp, TICKS);
                field.addAnnotation(label, "Start Time");
            });
            if (event.hasDuration()) {
                span(it, "duration", "Duration", TICKS);
            }
            if (event.hasThread()) {
                it.addField("eventThread", thread, field -> field.addAnnotation(label, "Event Thread"));
                it.addField("stackTrace", stack, field -> field.addAnnotation(label, "Stack Trace"));
            }
            fields(event, it);
        });
    }

    private void fields(JfrEvent event, TypeStructureBuilder of) {
        if (event.hasName()) {
            of.addField("name", Builtin.STRING, field -> field.addAnnotation(label, "Name"));
        }
        if (event.hasConstruct()) {
            of.addField("construct", Builtin.STRING, field -> field.addAnnotation(label, "Construct"));
        }
        if (!event.idField().isEmpty()) {
            of.addField(event.idField(), Builtin.LONG, field -> field.addAnnotation(label, event.idLabel()));
        }
        if (event.hasTimesBefore()) {
            span(of, "queued", "Time Since It Was Created", NANOSECONDS);
            span(of, "late", "Began Later Than Due By", NANOSECONDS);
        }
    }

    private void span(TypeStructureBuilder of, String name, String shown, String unit) {
        of.addField(name, Builtin.LONG, field -> {
            field.addAnnotation(timespan, unit);
            field.addAnnotation(label, shown);
        });
    }

    // ---------------------------------------------------------------- values

    TypedValue thread(long id, String name) {
        return thread.asValue(value -> value.putField("osName", name)
                .putField("osThreadId", id)
                .putField("javaName", name)
                .putField("javaThreadId", id));
    }

    /** The stack with the innermost frame first, as in the Flight Recorder. */
    TypedValue stack(List<String> outermostFirst) {
        List<String> texts = new ArrayList<>(outermostFirst);
        Collections.reverse(texts);
        TypedValue[] values = new TypedValue[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = frames.computeIfAbsent(texts.get(i), this::frame);
        }
        return stack.asValue(value -> value.putField("truncated", false).putField("frames", values));
    }

    private TypedValue frame(String text) {
        FrameText parts = FrameText.of(text);
        int dot = parts.isPseudo() ? -1 : parts.name().lastIndexOf('.');
        String className = dot < 0 ? NO_CLASS : parts.name().substring(0, dot);
        String methodName = parts.name().substring(dot + 1);
        TypedValue called = method.asValue(value -> value.putField("type", type(className))
                .putField("name", methodName)
                .putField("descriptor", "()V"));
        return frame.asValue(value -> value.putField("method", called)
                .putField("lineNumber", parts.line() == 0 ? UNKNOWN_LINE : parts.line())
                .putField("bytecodeIndex", -1)
                .putField("type", UNKNOWN_KIND));
    }

    private TypedValue type(String className) {
        return classes.computeIfAbsent(className, name -> {
            String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            TypedValue around = inPackage.asValue(value -> value.putField("name", packageName.replace('.', '/')));
            return type.asValue(
                    value -> value.putField("name", name.replace('.', '/')).putField("package", around));
        });
    }
}
