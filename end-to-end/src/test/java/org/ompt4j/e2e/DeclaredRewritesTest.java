package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.mappings.rewrite.JdkClassRewriter;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

/** What the mappings change in classes of the JDK is there in every JDK found: if it is not, the construct is not observed. */
class DeclaredRewritesTest {

    @OnEveryJdk
    void everyDeclaredMethodAndCallExists(Jdk jdk) throws IOException {
        URI modules = URI.create("jrt:/");
        try (FileSystem files = FileSystems.newFileSystem(
                modules, Map.of("java.home", jdk.home().toString()))) {
            Path base = files.getPath("/modules/java.base");
            for (MutexDetail detail : MutexDetail.values()) {
                assertThat(unmatched(declared(jdk, detail), base))
                        .as("mutex.detail=" + detail)
                        .isEmpty();
            }
        }
    }

    private static Rewrites declared(Jdk jdk, MutexDetail detail) {
        Rewrites rewrites = new Rewrites(jdk.major(), 0, detail);
        Mappings.all().forEach(each -> each.declare(rewrites));
        return rewrites;
    }

    private static List<String> unmatched(Rewrites rewrites, Path base) throws IOException {
        List<String> unmatched = new ArrayList<>();
        for (String each : rewrites.jdkClassNames()) {
            JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(each), true);
            rewriter.rewrite(Files.readAllBytes(base.resolve(each + ".class")));
            rewriter.unmatched().forEach(misfit -> unmatched.add(misfit.text()));
        }
        return unmatched;
    }
}
