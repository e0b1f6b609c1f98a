/** Runs in the command line's own JVM: traces in the formats of other viewers. */
@NullMarked
package org.ompt4j.tools.export;

import org.jspecify.annotations.NullMarked;
