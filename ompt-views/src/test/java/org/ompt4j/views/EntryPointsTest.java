package org.ompt4j.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.OmptEntryPoint;

class EntryPointsTest {
    private final OmptEntryPoint.GetUniqueId ids = () -> 42;
    private final EntryPoints entryPoints =
            new EntryPoints(name -> name.equals(OmptEntryPoint.GetUniqueId.NAME) ? ids : null);

    @Test
    void givesAnEntryPointAsItsType() {
        assertThat(entryPoints.required(OmptEntryPoint.GetUniqueId.class, OmptEntryPoint.GetUniqueId.NAME))
                .isSameAs(ids);
    }

    @Test
    void namesARequiredEntryPointThatIsMissing() {
        assertThatThrownBy(
                        () -> entryPoints.required(OmptEntryPoint.SetCallback.class, OmptEntryPoint.SetCallback.NAME))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ompt_set_callback");
    }

    @Test
    void takesAnEntryPointOfAnotherTypeForNone() {
        assertThat(entryPoints.optional(OmptEntryPoint.SetCallback.class, OmptEntryPoint.GetUniqueId.NAME))
                .isNull();
    }
}
