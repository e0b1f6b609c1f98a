/** Runs in the command line's JVM, and in the observed one for the conformance tool: the rules of order of OMPT events. */
@NullMarked
package org.ompt4j.tools.rules;

import org.jspecify.annotations.NullMarked;
