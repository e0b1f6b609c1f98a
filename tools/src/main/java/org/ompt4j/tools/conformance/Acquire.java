package org.ompt4j.tools.conformance;

import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;

/** A mutex_acquire that has not been answered. */
record Acquire(MutexKind kind, MutexImpl impl, long waitId, int site) {}
