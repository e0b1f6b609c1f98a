/** Runs in the observed JVM: a tool that checks events against the rules of order while the application runs. */
@NullMarked
package org.ompt4j.tools.conformance;

import org.jspecify.annotations.NullMarked;
