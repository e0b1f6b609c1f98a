package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "com.acme.Gate,com/acme/Gate,true",
        "com.acme.Gate,com.acme.Gate,true",
        "com.acme.Gate,com/acme/Gate$Inner,false",
        "com.acme.*,com/acme/sub/Gate,true",
        "com.acme.*,com/acme,false",
        "*,anything,true",
        "*Gate,com/acme/Gate,true",
        "*Gate,com/acme/Gates,false",
        "c*.*e,com/acme/Gate,true",
        "a*b*c,aXbXbc,true",
        "a*b*c,aXbXb,false",
        "G?te,Gate,true",
        "G?te,Gte,false",
        "await*,await,true",
        "'',a,false",
    })
    void starStandsForAnyCharactersAndQuestionMarkForOne(String glob, String name, boolean matches) {
        assertThat(new Glob(glob).matches(name)).isEqualTo(matches);
    }
}
