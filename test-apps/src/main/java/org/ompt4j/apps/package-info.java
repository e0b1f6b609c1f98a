/** Runs in an observed JVM: what all test programs share. */
@NullMarked
package org.ompt4j.apps;

import org.jspecify.annotations.NullMarked;
