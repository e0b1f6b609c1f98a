package org.ompt4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Throttle;

class SettingsTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "events|[work; masked]|work,masked",
                "events|[all,-work]|-work",
                "events| all|all",
                "constructs|-phaser|-phaser",
                "constructs|all,fence|all,fence",
                "constructs|-phaser,fence|-phaser,fence",
                "constructs|fence|fence",
                "constructs|fence,-fence,phaser|phaser",
                "include|[com.acme.*; *Job]|com.acme.*,*Job",
                "define|lock: a.B.c/d;task:a.B.e|lock:a.B.c/d,task:a.B.e",
                "min-wait|2000us|2ms",
                "max-size|1048576 kb|1g",
                "throttle|10000/10us|10000/10us",
                "throttle|auto|10000/10us",
            })
    void textsAreWrittenInOneFormWhichIsReadAsTheSameSettings(String key, String text, String written) {
        RunSettings settings = SettingsText.parse(Map.of(key, text));

        assertThat(SettingsText.of(settings)).containsEntry(key, written);
        assertThat(SettingsText.parse(SettingsText.of(settings))).isEqualTo(settings);
    }

    @Test
    void listsChoose() {
        RunSettings settings =
                SettingsText.parse(Map.of("events", "-work", "constructs", "phaser", "define", "task:a.B.c"));

        assertThat(settings.selects(Event.WORK)).isFalse();
        assertThat(settings.selects(Event.MASKED)).isTrue();
        assertThat(settings.constructs()).containsExactly(Construct.PHASER);
        assertThat(settings.definitions()).containsExactly(new RunSettings.Definition(DefinedConstruct.TASK, "a.B.c"));
    }

    @Test
    void allDoesNotStandForConstructsThatAreObservedOnRequestOnly() {
        assertThat(SettingsText.constructs("all")).contains(Construct.PHASER).doesNotContain(Construct.FENCE);
        assertThat(SettingsText.constructs("-phaser")).isNotEmpty().doesNotContain(Construct.FENCE);
        assertThat(SettingsText.constructs("all,fence")).contains(Construct.PHASER, Construct.FENCE);
    }

    @Test
    void detailOfMutexesAndThrottlingFollowTheProfile() {
        Map<String, String> full = Map.of("profile", "full", "throttle", "auto");

        assertThat(SettingsText.parse(full).mutexDetail()).isEqualTo(MutexDetail.FULL);
        assertThat(SettingsText.parse(full).throttle()).isNull();
        assertThat(SettingsText.parse(Map.of("mutex.detail", "")).mutexDetail()).isEqualTo(MutexDetail.CONTENDED);
    }

    @Test
    void throttlingOfEarlierTracesIsKnown() {
        assertThat(SettingsText.parse(Map.of("throttle.rate", "500", "throttle.below", "1ms"))
                        .throttle())
                .isEqualTo(new Throttle(500, 1_000_000));
        assertThat(SettingsText.parse(Map.of("throttle.rate", "off", "throttle.below", "10us"))
                        .throttle())
                .isNull();
        assertThat(SettingsText.parse(Map.of()).throttle()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"profile,deep", "mutex.detail,some", "min-wait,10", "max-size,1t", "throttle,often", "throttle,10/often"
    })
    void whatMeansNothingIsRefused(String key, String text) {
        assertThatThrownBy(() -> SettingsText.parse(Map.of(key, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the setting " + key + "=" + text + " means nothing");
    }
}
