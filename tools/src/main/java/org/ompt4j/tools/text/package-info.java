/** Runs in the command line's JVM: formats numbers and nouns for people. */
@NullMarked
package org.ompt4j.tools.text;

import org.jspecify.annotations.NullMarked;
