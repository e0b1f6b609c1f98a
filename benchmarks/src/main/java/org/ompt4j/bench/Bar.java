package org.ompt4j.bench;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A limit that a measured value must not exceed.
 *
 * @param what the description in the page's table
 * @param limit the limit in the unit of the measured value
 * @param number formats values
 */
record Bar(String what, double limit, DoubleFunction<String> number, Function<Figures, Optional<Spread>> measured) {

    /** Whether the median keeps the limit; "close" if the pairs of JVMs are on both sides of it. */
    String verdict(Figures figures) {
        return measured.apply(figures).map(this::verdict).orElse("not measured");
    }

    private String verdict(Spread spread) {
        String verdict = spread.median() <= limit ? "holds" : "**missed**";
        boolean close = spread.low() <= limit && spread.high() > limit;
        return close ? verdict + ", close" : verdict;
    }

    /** The limit in the format of the values, but without a sign. */
    String limitText() {
        String text = number.apply(limit).replaceFirst("^\\+", "");
        return text.replaceFirst("\\.0+(?= |$)", "");
    }

    String cell(Figures figures) {
        return Numbers.cell(measured.apply(figures), number);
    }
}
