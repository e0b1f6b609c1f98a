/** Runs in an observed JVM: helpers of all test programs. */
@NullMarked
package org.ompt4j.apps;

import org.jspecify.annotations.NullMarked;
