/** Runs in an observed JVM: constructs that the program implements itself, and that the configuration has to define. */
@NullMarked
package org.ompt4j.apps.defined;

import org.jspecify.annotations.NullMarked;
