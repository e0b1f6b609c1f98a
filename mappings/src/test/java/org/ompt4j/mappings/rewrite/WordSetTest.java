package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WordSetTest {

    @Test
    void knowsItsWordsWhereverTheyStand() {
        WordSet words = new WordSet();
        words.add("await");
        words.add("fork");
        words.add("join");
        byte[] bytes = "--join-await-joins".getBytes(StandardCharsets.US_ASCII);

        assertThat(words.contains(bytes, 2, 4)).isTrue();
        assertThat(words.contains(bytes, 7, 5)).isTrue();
        assertThat(words.contains(bytes, 2, 3)).isFalse();
        assertThat(words.contains(bytes, 13, 5)).isFalse();
        assertThat(words.contains(bytes, 0, 18)).isFalse();
    }

    @Test
    void hasNoWordsAtFirst() {
        assertThat(new WordSet().contains(new byte[8], 0, 0)).isFalse();
        assertThat(new WordSet().contains(new byte[8], 0, 4)).isFalse();
    }
}
