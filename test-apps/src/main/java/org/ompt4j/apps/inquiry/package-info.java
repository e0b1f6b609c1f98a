/** Runs in an observed JVM: programs whose tasks, regions and states tools ask for while they run. */
@NullMarked
package org.ompt4j.apps.inquiry;

import org.jspecify.annotations.NullMarked;
