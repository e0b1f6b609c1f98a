/** Runs in tests: traces made by hand, and traces broken on purpose. */
@NullMarked
package org.ompt4j.tools.testing;

import org.jspecify.annotations.NullMarked;
