package org.ompt4j.agent.config;

/** A whole number with a unit. */
final class Quantity {

    /** Answer for text that is none. */
    static final long INVALID = -1;

    private Quantity() {}

    /**
     * The number times its unit's factor.
     *
     * @param units accepted units in lower case, the empty one included if a bare number is accepted
     * @param factors of the units, in the same order
     * @return {@link #INVALID} if the text has another form or the value does not fit
     */
    static long parse(String text, String[] units, long[] factors) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits > 18) {
            return INVALID;
        }
        long number = Long.parseLong(text.substring(0, digits));
        String unit = text.substring(digits).trim();
        for (int i = 0; i < units.length; i++) {
            if (units[i].equalsIgnoreCase(unit)) {
                return number <= Long.MAX_VALUE / factors[i] ? number * factors[i] : INVALID;
            }
        }
        return INVALID;
    }
}
