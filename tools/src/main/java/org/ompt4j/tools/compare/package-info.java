/** Runs before and after a change, compared: what {@code compare} says. Runs on the command line only. */
@NullMarked
package org.ompt4j.tools.compare;

import org.jspecify.annotations.NullMarked;
