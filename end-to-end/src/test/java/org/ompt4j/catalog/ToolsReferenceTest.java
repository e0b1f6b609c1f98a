package org.ompt4j.catalog;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptTracing;

/**
 * The page of signatures agrees with the code, and explains every argument. {@code -Dtest=ToolsReferenceTest -Dompt.docs=update} regenerates the
 * signatures; the meaning of an argument is written by hand.
 */
class ToolsReferenceTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().getParent().resolve("docs").resolve("tools-reference.md");
    private static final String END = "<!-- end of signatures -->";
    private static final Pattern EXPLAINED = Pattern.compile("`(\\w+)`");

    @Test
    void everyCallbackAndEntryPointStandsThereAsInTheCode() throws IOException {
        String page = Files.readString(PAGE);
        String made = page;
        for (Class<?> each : List.of(OmptCallback.class, OmptEntryPoint.class, OmptTracing.class)) {
            made = withSignatures(made, each);
        }
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(PAGE, made);
        }

        assertThat(page).isEqualTo(made);
    }

    @Test
    void everyArgumentIsExplained() throws IOException {
        Set<String> explained = new TreeSet<>();
        String page = Files.readString(PAGE);
        page.substring(page.indexOf("\n## Arguments\n"), page.indexOf("\n## Order and lateness\n"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .forEach(line -> EXPLAINED
                        .matcher(line.substring(0, line.indexOf('|', 1)))
                        .results()
                        .forEach(name -> explained.add(name.group(1))));
        Set<String> used = new TreeSet<>();
        Stream.of(OmptCallback.class, OmptEntryPoint.class, OmptTracing.class)
                .flatMap(ToolsReferenceTest::methods)
                .flatMap(each -> Arrays.stream(each.getParameters()))
                .forEach(each -> used.add(each.getName()));

        assertThat(explained).isEqualTo(used);
    }

    private static String withSignatures(String page, Class<?> type) {
        String begin = "<!-- signatures of " + type.getSimpleName() + ", made by ToolsReferenceTest -->\n";
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(END, from);
        assertThat(from).as(begin).isGreaterThan(begin.length());
        String signatures =
                methods(type).map(ToolsReferenceTest::signature).sorted().collect(joining("\n", "```\n", "\n```\n"));
        return page.substring(0, from) + signatures + page.substring(to);
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredClasses())
                .sorted(Comparator.comparing(Class::getSimpleName))
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(each -> Modifier.isAbstract(each.getModifiers()));
    }

    private static String signature(Method method) {
        String arguments = Stream.iterate(0, i -> i < method.getParameterCount(), i -> i + 1)
                .map(i -> {
                    Parameter each = method.getParameters()[i];
                    boolean nullable = method.getAnnotatedParameterTypes()[i].isAnnotationPresent(Nullable.class);
                    return each.getType().getSimpleName() + (nullable ? "? " : " ") + each.getName();
                })
                .collect(joining(", "));
        boolean nullable = method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
        return method.getDeclaringClass().getSimpleName() + ": "
                + method.getReturnType().getSimpleName() + (nullable ? "? " : " ") + method.getName() + '(' + arguments
                + ')';
    }
}
