package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowLineTest {
    @Test
    void codeThatCalledALibraryIsNamedHoweverManyFramesTheLibraryHas() {
        List<String> callers = List.of(
                "com.pool.Pool.borrow",
                "com.pool.Pool.get",
                "org.framework.jdbc.Source.begin",
                "org.framework.Proxy.invoke",
                "java.lang.reflect.Method.invoke",
                "org.framework.Proxy.proceed",
                "com.acme.shop.Stock.report",
                "com.acme.shop.Web.buy",
                "org.framework.web.Handler.invoke",
                "org.server.Chain.next",
                "<caller not sampled>");

        assertThat(RowLine.list(callers, Names::withoutPackages))
                .isEqualTo("Pool.borrow, Source.begin, Stock.report, Handler.invoke and 7 more");
    }

    @Test
    void innermostCallersAreNamedIfThereAreFewLibraries() {
        assertThat(RowLine.list(List.of("app.A.a", "app.B.b", "org.lib.C.c", "app.D.d", "app.E.e")))
                .isEqualTo("app.A.a, app.B.b, org.lib.C.c, app.D.d and 1 more");
        assertThat(RowLine.list(List.of("app.A.a"))).isEqualTo("app.A.a");
        assertThat(RowLine.list(List.of())).isEmpty();
    }
}
