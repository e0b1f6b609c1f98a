/** For tests of this module and others. */
@NullMarked
package org.ompt4j.emitter.testing;

import org.jspecify.annotations.NullMarked;
