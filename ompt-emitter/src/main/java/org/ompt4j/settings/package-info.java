/** Runs everywhere, like {@code org.ompt4j.text}: reads and writes the settings of a run. Knows the binding alone. */
@NullMarked
package org.ompt4j.settings;

import org.jspecify.annotations.NullMarked;
