package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.mappings.rewrite.JdkMappingContract.bytesOf;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;

class JdkClassRewriterTest {
    private static final String PHASER = "java/util/concurrent/Phaser";

    private final Rewrites rewrites = new Rewrites(Runtime.version().feature());

    @Test
    void classThatWasLoadedBeforeTheAgentIsLeftAloneIfItNeedsAField() throws IOException {
        rewrites.jdkClass(Construct.PHASER, PHASER).field("ompt4j$id", "J");
        JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(PHASER), false);

        assertThat(rewriter.rewrite(bytesOf(PHASER))).isNull();
        assertThat(rewriter.unmatched())
                .containsExactly("java.util.concurrent.Phaser was loaded before the agent, without room for its field");
    }

    @Test
    void classIsLeftAloneWhollyIfOneMethodIsMissing() throws IOException {
        JdkClass phaser = rewrites.jdkClass(Construct.PHASER, PHASER);
        phaser.method("arrive", "()I");
        phaser.method("vanish", "()V");
        JdkClassRewriter rewriter = new JdkClassRewriter(rewrites.declaredFor(PHASER), true);

        assertThat(rewriter.rewrite(bytesOf(PHASER))).isNull();
        assertThat(rewriter.unmatched())
                .containsExactly("java.util.concurrent.Phaser.vanish()V does not exist in this JDK");
    }
}
