/** Runs in the command line's own JVM: numbers and nouns as people read them. */
@NullMarked
package org.ompt4j.tools.text;

import org.jspecify.annotations.NullMarked;
