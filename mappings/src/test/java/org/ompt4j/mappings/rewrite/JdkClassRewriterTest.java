package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.mappings.rewrite.JdkMappingContract.bytesOf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.ompt.Construct;

class JdkClassRewriterTest {
    private static final String PHASER = "java/util/concurrent/Phaser";

    private final Rewrites rewrites = new Rewrites(Runtime.version().feature());

    @Test
    void fieldIsAddedToAClassThatIsLoadedNow() throws IOException {
        assertThat(fieldsOfPhaser(true)).contains("ompt4j$id");
    }

    @Test
    void classThatWasLoadedBeforeTheAgentIsRewrittenWithoutTheField() throws IOException {
        assertThat(fieldsOfPhaser(false)).isNotEmpty().doesNotContain("ompt4j$id");
        assertThat(rewrites.addsFields(PHASER)).isTrue();
        assertThat(rewrites.addsFields("java/util/concurrent/CyclicBarrier")).isFalse();
    }

    private List<String> fieldsOfPhaser(boolean loadedNow) throws IOException {
        rewrites.jdkClass(Construct.PHASER, PHASER).field("ompt4j$id", "J");
        byte[] rewritten = new JdkClassRewriter(rewrites.declaredFor(PHASER), loadedNow).rewrite(bytesOf(PHASER));
        assertThat(rewritten).isNotNull();
        return fieldsOf(rewritten);
    }

    private static List<String> fieldsOf(byte[] rewritten) {
        List<String> fields = new ArrayList<>();
        new ClassReader(rewritten)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String descriptor, String signature, Object value) {
                                fields.add(name);
                                return null;
                            }
                        },
                        0);
        return fields;
    }

    @Test
    void classIsLeftAloneIfAMethodOfItsOnlyConstructIsMissing() throws IOException {
        JdkClass phaser = rewrites.jdkClass(Construct.PHASER, PHASER);
        phaser.method("arrive()I");
        phaser.method("vanish()V");
        JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(PHASER), true);

        assertThat(rewriter.rewrite(bytesOf(PHASER))).isNull();
        assertThat(rewriter.unmatched())
                .extracting(JdkClassRewriter.Unmatched::sentence)
                .containsExactly(
                        "phaser is not observed: java.util.concurrent.Phaser.vanish()V does not exist in this JDK");
    }

    @Test
    void classIsRewrittenForTheConstructsWhoseMethodsAllExist() throws IOException {
        rewrites.jdkClass(Construct.PHASER, PHASER).field("ompt4j$phaser", "I").method("vanish()V");
        rewrites.jdkClass(Construct.PHASER, PHASER).field("ompt4j$more", "I");
        rewrites.jdkClass(Construct.PARK, PHASER).field("ompt4j$park", "I").method("arrive()I");
        JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(PHASER), true);

        byte[] rewritten = rewriter.rewrite(bytesOf(PHASER));

        assertThat(rewritten).isNotNull();
        assertThat(fieldsOf(rewritten)).contains("ompt4j$park").doesNotContain("ompt4j$phaser", "ompt4j$more");
        assertThat(rewriter.unmatched())
                .extracting(JdkClassRewriter.Unmatched::construct)
                .containsExactly(Construct.PHASER);
    }

    @Test
    void constructIsObservedWithoutWhatIsDispensable() throws IOException {
        rewrites.jdkClass(Construct.PHASER, PHASER).field("ompt4j$phaser", "I").method("arrive()I");
        rewrites.jdkClass(Construct.PHASER, PHASER)
                .dispensable("who vanishes")
                .field("ompt4j$more", "I")
                .method("vanish()V");
        JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(PHASER), true);

        byte[] rewritten = rewriter.rewrite(bytesOf(PHASER));

        assertThat(rewritten).isNotNull();
        assertThat(fieldsOf(rewritten)).contains("ompt4j$phaser").doesNotContain("ompt4j$more");
        assertThat(rewriter.unmatched())
                .extracting(JdkClassRewriter.Unmatched::sentence)
                .containsExactly("phaser: who vanishes is not observed: java.util.concurrent.Phaser.vanish()V does not"
                        + " exist in this JDK");
    }
}
