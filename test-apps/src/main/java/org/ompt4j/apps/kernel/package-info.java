/** Runs in an observed JVM: small programs that mix several constructs. */
@NullMarked
package org.ompt4j.apps.kernel;

import org.jspecify.annotations.NullMarked;
