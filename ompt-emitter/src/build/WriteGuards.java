import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Writes the guards of the hooks; run by the build before it compiles. A class with methods marked {@code @Guarded} gets a superclass with
 * the guards, see {@code org.ompt4j.emitter.Guarded}. A class with hooks that replace calls gets another class for method references: its methods
 * have the call site as their first parameter, since it is bound when the reference is created.
 *
 * <p>Arguments: the directory of the sources, the directory of the guards.
 */
public final class WriteGuards {
    private final CompilationUnitTree file;
    private final ClassTree hooks;

    private WriteGuards(CompilationUnitTree file) {
        this.file = file;
        hooks = (ClassTree) file.getTypeDecls().get(0);
    }

    public static void main(String[] args) throws IOException {
        Path target = Path.of(args[1]);
        Files.createDirectories(target);
        Set<Path> written = new HashSet<>();
        for (CompilationUnitTree each : parse(Path.of(args[0]))) {
            WriteGuards hooks = new WriteGuards(each);
            Path directory = target.resolve(each.getPackageName().toString().replace('.', '/'));
            hooks.write(directory, hooks.name(), hooks.text(), written);
            hooks.write(directory, hooks.nameOfReferences(), hooks.textOfReferences(), written);
        }
        for (Path each : javaFiles(target)) {
            if (!written.contains(each)) {
                Files.delete(each);
            }
        }
    }

    /** Writes no file for an empty class. */
    private void write(Path directory, String name, String text, Set<Path> written) throws IOException {
        if (!text.isEmpty()) {
            Path file = directory.resolve(name + ".java");
            writeIfChanged(file, text);
            written.add(file);
        }
    }

    private static List<Path> javaFiles(Path directory) throws IOException {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Iterable<? extends CompilationUnitTree> parse(Path sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path each : javaFiles(sources)) {
            String text = Files.readString(each);
            if (text.contains("\n    @Guarded(") || text.contains("\n    @Hidden\n")) {
                files.add(each);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        return ((JavacTask) compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files)))
                .parse();
    }

    /** Does not write a file that has not changed, so that it is not compiled again. */
    private static void writeIfChanged(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }

    private String name() {
        return hooks.getSimpleName().toString().replaceAll("Hooks$", "") + "Guards";
    }

    private String text() {
        StringBuilder guards = new StringBuilder();
        for (Tree each : hooks.getMembers()) {
            if (each instanceof MethodTree step) {
                for (AnnotationTree annotation : step.getModifiers().getAnnotations()) {
                    if (annotation.getAnnotationType().toString().equals("Guarded")) {
                        guards.append(guard(step, values(annotation)));
                    }
                }
            }
        }
        return guards.isEmpty() ? "" : """
                package %s;

                import org.ompt4j.emitter.*;
                %s
                /** The guards of {@link %s}. */
                @javax.annotation.processing.Generated("WriteGuards")
                @org.jspecify.annotations.NullUnmarked
                abstract class %s {
                %s}
                """.formatted(file.getPackageName(), imports(), hooks.getSimpleName(), name(), guards);
    }

    private String imports() {
        StringBuilder imports = new StringBuilder();
        for (ImportTree each : file.getImports()) {
            imports.append(each.toString().strip()).append('\n');
        }
        return imports.toString();
    }

    private String nameOfReferences() {
        return hooks.getSimpleName().toString().replaceAll("(Hooks|Calls)$", "") + "References";
    }

    private String textOfReferences() {
        StringBuilder references = new StringBuilder();
        for (Tree each : hooks.getMembers()) {
            if (each instanceof MethodTree hook && standsForACall(hook)) {
                references.append(reference(hook));
            }
        }
        return references.isEmpty() ? "" : """
                package %s;

                %s
                /** The hooks of {@link %s} for calls by references to methods. Thread safety and cost: those of the hooks. */
                @javax.annotation.processing.Generated("WriteGuards")
                @org.jspecify.annotations.NullUnmarked
                public final class %s {
                    private %4$s() {}
                %s}
                """.formatted(file.getPackageName(), imports(), hooks.getSimpleName(), nameOfReferences(), references);
    }

    /** Whether a hook replaces a call: its parameters are the receiver of the call, the arguments and the call site. */
    private static boolean standsForACall(MethodTree hook) {
        Set<Modifier> modifiers = hook.getModifiers().getFlags();
        List<? extends VariableTree> parameters = hook.getParameters();
        return modifiers.contains(Modifier.STATIC)
                && modifiers.contains(Modifier.PUBLIC)
                && isMarked(hook.getModifiers().getAnnotations(), "Hidden")
                && parameters.size() > 1
                && !(parameters.get(0).getType() instanceof PrimitiveTypeTree)
                && parameters.get(parameters.size() - 1).getName().contentEquals("callSite");
    }

    private static boolean isMarked(List<? extends AnnotationTree> annotations, String name) {
        return annotations.stream().anyMatch(each -> each.getAnnotationType().toString().equals(name));
    }

    private String reference(MethodTree hook) {
        List<String> declared = new ArrayList<>();
        List<String> given = new ArrayList<>();
        for (VariableTree each : hook.getParameters()) {
            declared.add(each.getType() + " " + each.getName());
            given.add(each.getName().toString());
        }
        declared.add(0, declared.remove(declared.size() - 1));
        String type = hook.getReturnType().toString();
        List<String> thrown = new ArrayList<>();
        hook.getThrows().forEach(each -> thrown.add(each.toString()));
        return """

                    /** By a reference. */
                    @jdk.internal.vm.annotation.Hidden
                    public static %s %s(%s)%s {
                        %s%s.%s(%s);
                    }
                """.formatted(
                        type,
                        hook.getName(),
                        String.join(", ", declared),
                        thrown.isEmpty() ? "" : " throws " + String.join(", ", thrown),
                        type.equals("void") ? "" : "return ",
                        hooks.getSimpleName(),
                        hook.getName(),
                        String.join(", ", given));
    }

    /** The members of the annotation that the source specifies, as source text. */
    private static Map<String, String> values(AnnotationTree annotation) {
        Map<String, String> values = new HashMap<>();
        for (ExpressionTree each : annotation.getArguments()) {
            if (each instanceof AssignmentTree member) {
                values.put(member.getVariable().toString(), member.getExpression().toString());
            } else {
                values.put("value", each.toString());
            }
        }
        return values;
    }

    private String guard(MethodTree step, Map<String, String> values) {
        check(step);
        Set<Modifier> modifiers = step.getModifiers().getFlags();
        List<? extends VariableTree> parameters = step.getParameters();
        List<String> declared = new ArrayList<>();
        List<String> given = new ArrayList<>(List.of("c"));
        String needed = "";
        for (VariableTree each : parameters.subList(1, parameters.size())) {
            needed += isNeeded(each) ? missing(each) + " ? null : " : "";
            declared.add(each.getType() + " " + each.getName());
            given.add(each.getName().toString());
        }
        String call = hooks.getSimpleName() + "." + step.getName() + "(" + String.join(", ", given) + ")";
        String type = step.getReturnType().toString();
        String otherwise = otherwise(type, values);
        return """

                    %sstatic %s %s(%s) {
                        ThreadContext c = %sThreads.%s();
                        if (c == null) {
                            return%s;
                        }
                        try {
                            %s%s;
                        } catch (Throwable failure) {
                            Failures.count(%s, failure);
                            return%s;
                        } finally {
                            c.leave();
                        }
                    }
                """.formatted(
                        modifiers.contains(Modifier.PUBLIC) ? "public " : "",
                        type,
                        step.getName(),
                        String.join(", ", declared),
                        needed,
                        "false".equals(values.get("begins")) ? "enterIfBegun" : "enter",
                        otherwise,
                        otherwise.isEmpty() ? "" : "return ",
                        call,
                        values.get("value"),
                        otherwise);
    }

    private static boolean isNeeded(VariableTree parameter) {
        return isMarked(parameter.getModifiers().getAnnotations(), "Needed");
    }

    /** A condition that a required argument is missing. */
    private static String missing(VariableTree parameter) {
        return switch (parameter.getType().toString()) {
            case "boolean" -> "!" + parameter.getName();
            case "int", "long" -> parameter.getName() + " == 0";
            default -> parameter.getName() + " == null";
        };
    }

    private void check(MethodTree step) {
        Set<Modifier> modifiers = step.getModifiers().getFlags();
        List<String> types = types(step);
        if (!modifiers.contains(Modifier.STATIC)
                || modifiers.contains(Modifier.PRIVATE)
                || types.isEmpty()
                || !types.get(0).equals("ThreadContext")) {
            throw misuse(step, "is for static methods that are not private and whose first parameter is a ThreadContext");
        }
        for (Tree each : hooks.getMembers()) {
            if (each instanceof MethodTree other
                    && other.getName().equals(step.getName())
                    && types(other).equals(types.subList(1, types.size()))) {
                throw misuse(step, "needs another name: a method hides the guard of this one");
            }
        }
    }

    private static List<String> types(MethodTree method) {
        List<String> types = new ArrayList<>();
        for (VariableTree each : method.getParameters()) {
            types.add(each.getType().toString());
        }
        return types;
    }

    private IllegalArgumentException misuse(MethodTree step, String what) {
        return new IllegalArgumentException(file.getSourceFile().getName() + ": " + step.getName() + ": @Guarded " + what);
    }

    /** The constant that the annotation names, of the hooks' class or, with a qualified name, of another class of the package. */
    private String constant(String name) {
        return name.indexOf('.') < 0 ? hooks.getSimpleName() + "." + name : name;
    }

    /** The result of a guard that does not call its hook. */
    private String otherwise(String type, Map<String, String> values) {
        return switch (type) {
            case "void" -> "";
            case "boolean" -> " false";
            case "int" -> " 0";
            case "long" -> values.containsKey("otherwise") ? " " + constant(values.get("otherwise")) : " 0";
            default -> " null";
        };
    }
}
