/** Observed JVMs: libraries that bring threads of their own, one small program each. */
@NullMarked
package org.ompt4j.libraries;

import org.jspecify.annotations.NullMarked;
