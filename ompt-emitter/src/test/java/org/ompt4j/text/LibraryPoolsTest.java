package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LibraryPoolsTest {
    @Test
    void sentenceNamesTheLibrary() {
        assertThat(LibraryPools.libraryIn(LibraryPools.notObserved("jetty"))).isEqualTo("jetty");
    }

    @Test
    void otherSentencesNameNone() {
        assertThat(LibraryPools.libraryIn("when monitors are released is not observed"))
                .isNull();
        assertThat(LibraryPools.libraryIn("define=lock:app.Gate.enter is left out"))
                .isNull();
    }
}
