package org.ompt4j.tools.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ompt4j.text.Quantity;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A time as users write it on a command line: {@code 1.5s}, {@code 250ms}, {@code 10us}, or nanoseconds without a unit, as the other commands
 * print them. What settings take ({@link Quantity#nanos}) is among it.
 */
record TimeSpan(long nanos) {

    static final class Converter implements ITypeConverter<TimeSpan> {
        private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|\u00b5s|ms|s|min)?");

        @Override
        public TimeSpan convert(String text) {
            Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is no time; write 1.5s, 250ms, 10us or 1000 (ns)");
            }
            String unit = form.group(2);
            BigDecimal nanos =
                    new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(nanosPer(unit == null ? "ns" : unit)));
            if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
                throw new TypeConversionException("'" + text + "' is too long: there are 292 years at most");
            }
            return new TimeSpan(nanos.longValue());
        }

        private static long nanosPer(String unit) {
            return switch (unit) {
                case "us", "\u00b5s" -> 1_000L;
                case "ms" -> 1_000_000L;
                case "s" -> 1_000_000_000L;
                case "min" -> 60_000_000_000L;
                default -> 1L;
            };
        }
    }
}
