package org.ompt4j.bench;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A bar: what a measured value must not exceed.
 *
 * @param what of the page's table
 * @param limit in the unit of the measured value
 * @param number how values look
 */
record Bar(String what, double limit, DoubleFunction<String> number, Function<Figures, Optional<Spread>> measured) {

    /** Holds or missed by the median; "close" where not all pairs of JVMs are on the same side. */
    String verdict(Figures figures) {
        return measured.apply(figures).map(this::verdict).orElse("not measured");
    }

    private String verdict(Spread spread) {
        String verdict = spread.median() <= limit ? "holds" : "**missed**";
        boolean close = spread.low() <= limit && spread.high() > limit;
        return close ? verdict + ", close" : verdict;
    }

    /** The limit as the values look, but without a sign. */
    String limitText() {
        String text = number.apply(limit).replaceFirst("^\\+", "");
        return text.replaceFirst("\\.0+(?= |$)", "");
    }

    String cell(Figures figures) {
        return Numbers.cell(measured.apply(figures), number);
    }
}
