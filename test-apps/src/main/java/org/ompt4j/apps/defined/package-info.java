/** Runs in an observed JVM: constructs of the program's own, which the configuration has to define. */
@NullMarked
package org.ompt4j.apps.defined;

import org.jspecify.annotations.NullMarked;
