/*
 * Makes the JVM report which threads wait for monitors and in Object.wait, so that no code has to be rewritten for this. The JVM calls this library only
 * on threads that wait; the acquisition of a free monitor raises no event.
 *
 * For each event a static Java method (a hook, in org.ompt4j.emitter.monitor.JvmMonitors) is called with the time of the event, since the first
 * calls, or those of a thread that waits for a processor, take longer than many waits. Waits inside the hook are not reported:
 * the event of such a wait returns at once. Exceptions of the hook are counted and cleared. A pending exception of the thread is
 * saved before the call and restored after it.
 *
 * The JVM also reports when a garbage collection stops all threads and when it lets them go on. Neither Java nor JNI can be used at these times, so the
 * times are stored here until Java code asks for them.
 *
 * The library also maps files, since the JDK's own mapping would delay the start of the JVM too long, and measures the processor time of threads.
 *
 * The library stays loaded. Events are handled between start and stop only. After stop, JvmMonitors waits for the events that are
 * still being handled, before the Java side is removed.
 */
#define _GNU_SOURCE
#include <jni.h>
#include <jvmti.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define HOOKS "org/ompt4j/emitter/monitor/JvmMonitors"
#define WITH_TIME "(Ljava/lang/Object;J)V"
#define WITHOUT_TIME "(Ljava/lang/Object;)V"
#define TEXT_BYTES 2048
#define COLLECTIONS 4096
/* Only half of them are returned, so that none of these is overwritten while it is read. */
#define COLLECTIONS_ANSWERED (COLLECTIONS / 2)
#define BCI_BITS 16
#define BCI_MASK 0xffff

/*
 * The limits for requests for a monitor's owner, which stop all threads for a moment. Together they may take 1/PART_OF_RUN of the run, and
 * SPENT_AT_FIRST nanoseconds at first. If threads wait for processors a request takes milliseconds; the first ASKED_AT_FIRST requests, and one
 * request in ASKED_AFTER nanoseconds, are made in any case, for programs that rarely wait for monitors.
 */
#define PART_OF_RUN 200
#define SPENT_AT_FIRST 5000000
#define ASKED_AT_FIRST 8
#define ASKED_AFTER 1000000000

/* The most words of the JVM's memory that are read, and the result if they cannot be read. */
#define MOST_WORDS 64
#define NOT_READ (-1)

/* The words that are read of a thread's list of locked objects, and the bits of a reference that have its kind. */
#define LOCKED_WORDS 12
#define REFERENCE_TAG ((size_t) 7)

/* The bytecode instruction that enters a monitor, and the flag of a synchronized method. */
#define MONITORENTER 0xc2
#define ACC_SYNCHRONIZED 0x20

/* Instructions whose length depends on their operands, and one that can be wide. */
#define IINC 0x84
#define TABLESWITCH 0xaa
#define LOOKUPSWITCH 0xab
#define WIDE 0xc4

/* The results of start other than 0 (success) and the error codes of JVMTI. */
#define NO_INTERFACE (-1)
#define NO_HOOKS (-2)

static jvmtiEnv *jvmti;
static jclass hooks;
static jmethodID on_enter, on_entered, on_wait, on_wait_at_most, on_waited, on_timed_out, on_broken_off, is_virtual;

static int open_to_events;
static int under_way;
static jlong failed;

/* Requests for owners: when they began, their total duration, the number of the first ones, and the time of the last one. */
static jlong begun_nanos, spent_nanos, asked, asked_nanos;

/*
 * Begin and end of the latest collections, their number, and the begin of the present one. Written by one thread at a time,
 * while no Java code runs. A reader runs in C and may read meanwhile: it never reads the half of the entries that is overwritten next.
 */
static jlong collections[COLLECTIONS][2];
static jlong collection_count;
static jlong collection_began;

/* Whether the thread is in a call of a hook. If a virtual thread is in a hook, the value is that of its carrier, which it cannot leave meanwhile. */
static __thread int inside;

/* Whether a hook of the thread threw and its state still has to be cleaned up, since there was no stack left for that either. */
static __thread int broken_off;

/* Whether the thread has waited for a monitor in a hook. */
static __thread int waited_inside;

/*
 * Whether Java code has already reported the call of Object.wait that the thread is about to make, so that it is not reported again here. A virtual thread
 * does not leave its carrier before it makes the call.
 */
static __thread int wait_was_told;

/* Calls a hook; returns whether it returned normally. A hook without a parameter for the time ignores it. */
static int call(JNIEnv *jni, jmethodID hook, jobject monitor, jlong nanos) {
    (*jni)->CallStaticVoidMethod(jni, hooks, hook, monitor, nanos);
    if (!(*jni)->ExceptionCheck(jni)) {
        return 1;
    }
    (*jni)->ExceptionClear(jni);
    return 0;
}

static void close_what_was_left_open(JNIEnv *jni) {
    broken_off = !call(jni, on_broken_off, NULL, 0);
}

static void call_hook(JNIEnv *jni, jobject monitor, jlong nanos, jmethodID hook) {
    jthrowable pending = (*jni)->ExceptionOccurred(jni);
    if (pending != NULL) {
        (*jni)->ExceptionClear(jni);
    }
    if (broken_off) {
        close_what_was_left_open(jni);
    }
    if (!call(jni, hook, monitor, nanos)) {
        __atomic_add_fetch(&failed, 1, __ATOMIC_RELAXED);
        close_what_was_left_open(jni);
    }
    if (pending != NULL) {
        (*jni)->Throw(jni, pending);
        (*jni)->DeleteLocalRef(jni, pending);
    }
}

/* The time on the clock of traces, in nanoseconds. */
static jlong now_nanos(void) {
    jlong now;
    return (*jvmti)->GetTime(jvmti, &now) == JVMTI_ERROR_NONE ? now : 0;
}

static void tell(JNIEnv *jni, jobject monitor, jmethodID hook) {
    if (inside) {
        return;
    }
    inside = 1;
    /* Count first, then check open_to_events: stop clears that flag before it reads the count. */
    __atomic_add_fetch(&under_way, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&open_to_events, __ATOMIC_SEQ_CST)) {
        call_hook(jni, monitor, now_nanos(), hook);
    }
    __atomic_sub_fetch(&under_way, 1, __ATOMIC_SEQ_CST);
    inside = 0;
}

static int is_virtual_thread(JNIEnv *jni) {
    jboolean answer = (*jni)->CallStaticBooleanMethod(jni, hooks, is_virtual);
    if ((*jni)->ExceptionCheck(jni)) {
        (*jni)->ExceptionClear(jni);
        return 1;
    }
    return answer;
}

/* Whether the JVM shows that the thread is about to wait for a monitor. */
static int is_shown_blocked(void) {
    jint state;
    return (*jvmti)->GetThreadState(jvmti, NULL, &state) != JVMTI_ERROR_NONE
        || (state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) != 0;
}

/*
 * If a thread waits for another monitor in a hook, the JVM forgets for which monitor the thread is about to wait; if it waits for the initialization of a
 * class, the JVM forgets that the thread waits at all. Then thread dumps, the state of the thread, the search for deadlocks and the management interface
 * would not show the wait. So the thread waits for the monitor here, where all of them show it. Not on a virtual thread, which would keep its carrier.
 */
static void wait_where_it_is_seen(JNIEnv *jni, jobject monitor) {
    jthrowable pending = (*jni)->ExceptionOccurred(jni);
    inside = 1;
    if (pending != NULL) {
        (*jni)->ExceptionClear(jni);
    }
    if (!is_virtual_thread(jni) && (*jni)->MonitorEnter(jni, monitor) == JNI_OK) {
        (*jni)->MonitorExit(jni, monitor);
    }
    if (pending != NULL) {
        (*jni)->Throw(jni, pending);
        (*jni)->DeleteLocalRef(jni, pending);
    }
    inside = 0;
}

static void JNICALL contended_enter(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject monitor) {
    (void) env;
    (void) thread;
    if (inside) {
        waited_inside = 1;
        return;
    }
    waited_inside = 0;
    tell(jni, monitor, on_enter);
    if (waited_inside || !is_shown_blocked()) {
        wait_where_it_is_seen(jni, monitor);
    }
}

static void JNICALL contended_entered(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject monitor) {
    (void) env;
    (void) thread;
    tell(jni, monitor, on_entered);
}

/* Half a day; a wait that would last longer is meant to have no timeout. The class Waits has the same number. */
#define LONGEST_TIMEOUT_MILLIS 43200000

static void JNICALL wait_begins(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject monitor, jlong timeout) {
    int was_told = wait_was_told;
    (void) env;
    (void) thread;
    wait_was_told = 0;
    /* A call with a negative timeout throws, and the JVM reports no end of such a wait. */
    if (timeout >= 0 && !was_told) {
        tell(jni, monitor, timeout > 0 && timeout < LONGEST_TIMEOUT_MILLIS ? on_wait_at_most : on_wait);
    }
}

static void JNICALL wait_is_over(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject monitor, jboolean timed_out) {
    (void) env;
    (void) thread;
    tell(jni, monitor, timed_out ? on_timed_out : on_waited);
}

static void JNICALL collection_begins(jvmtiEnv *env) {
    jlong now;
    if ((*env)->GetTime(env, &now) == JVMTI_ERROR_NONE) {
        __atomic_store_n(&collection_began, now, __ATOMIC_SEQ_CST);
    }
}

static void JNICALL collection_ends(jvmtiEnv *env) {
    jlong *kept = collections[collection_count % COLLECTIONS];
    jlong now;
    if (collection_began != 0 && (*env)->GetTime(env, &now) == JVMTI_ERROR_NONE) {
        kept[0] = collection_began;
        kept[1] = now;
        __atomic_store_n(&collection_count, collection_count + 1, __ATOMIC_SEQ_CST);
    }
    __atomic_store_n(&collection_began, 0, __ATOMIC_SEQ_CST);
}

static void JNICALL vm_dies(jvmtiEnv *env, JNIEnv *jni) {
    (void) env;
    (void) jni;
    __atomic_store_n(&open_to_events, 0, __ATOMIC_SEQ_CST);
}

static const jvmtiEvent EVENTS[] = {
    JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
    JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
    JVMTI_EVENT_MONITOR_WAIT,
    JVMTI_EVENT_MONITOR_WAITED,
    JVMTI_EVENT_GARBAGE_COLLECTION_START,
    JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
    JVMTI_EVENT_VM_DEATH,
};

static jvmtiError switch_events(jvmtiEventMode mode) {
    for (size_t i = 0; i < sizeof(EVENTS) / sizeof(EVENTS[0]); i++) {
        jvmtiError error = (*jvmti)->SetEventNotificationMode(jvmti, mode, EVENTS[i], NULL);
        if (error != JVMTI_ERROR_NONE) {
            return error;
        }
    }
    return JVMTI_ERROR_NONE;
}

static jmethodID hook(JNIEnv *jni, const char *name, const char *type) {
    return (*jni)->GetStaticMethodID(jni, hooks, name, type);
}

static int find_hooks(JNIEnv *jni, jclass declaring) {
    hooks = (*jni)->NewGlobalRef(jni, declaring);
    if (hooks == NULL) {
        return 0;
    }
    return (on_enter = hook(jni, "enter", WITH_TIME)) != NULL && (on_entered = hook(jni, "entered", WITHOUT_TIME)) != NULL
        && (on_wait = hook(jni, "waits", WITH_TIME)) != NULL
        && (on_wait_at_most = hook(jni, "waitsAtMost", WITH_TIME)) != NULL && (on_waited = hook(jni, "waited", WITH_TIME)) != NULL
        && (on_timed_out = hook(jni, "timedOut", WITH_TIME)) != NULL
        && (on_broken_off = hook(jni, "brokenOff", WITHOUT_TIME)) != NULL
        && (is_virtual = hook(jni, "isVirtual", "()Z")) != NULL;
}

/*
 * Adds can_support_virtual_threads if the JVM has it: the capability after can_generate_sampled_object_alloc_events. Headers of
 * JDKs without virtual threads do not name it.
 */
static void want_virtual_threads(jvmtiCapabilities *wanted) {
    jvmtiCapabilities potential, before;
    unsigned char *to = (unsigned char *) wanted, *offered = (unsigned char *) &potential, *bit = (unsigned char *) &before;
    memset(&before, 0, sizeof before);
    before.can_generate_sampled_object_alloc_events = 1;
    if ((*jvmti)->GetPotentialCapabilities(jvmti, &potential) == JVMTI_ERROR_NONE) {
        for (size_t i = 0; i < sizeof before; i++) {
            to[i] |= (unsigned char) (bit[i] << 1) & offered[i];
        }
    }
}

static jvmtiError take_capabilities(void) {
    jvmtiCapabilities wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.can_generate_monitor_events = 1;
    wanted.can_get_monitor_info = 1;
    wanted.can_generate_garbage_collection_events = 1;
    wanted.can_get_line_numbers = 1;
    wanted.can_get_source_file_name = 1;
    wanted.can_get_bytecodes = 1;
    want_virtual_threads(&wanted);
    return (*jvmti)->AddCapabilities(jvmti, &wanted);
}

static jvmtiError set_callbacks(void) {
    jvmtiEventCallbacks callbacks;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.MonitorContendedEnter = contended_enter;
    callbacks.MonitorContendedEntered = contended_entered;
    callbacks.MonitorWait = wait_begins;
    callbacks.MonitorWaited = wait_is_over;
    callbacks.GarbageCollectionStart = collection_begins;
    callbacks.GarbageCollectionFinish = collection_ends;
    callbacks.VMDeath = vm_dies;
    return (*jvmti)->SetEventCallbacks(jvmti, &callbacks, (jint) sizeof callbacks);
}

static jint prepare(JNIEnv *jni, jclass declaring) {
    JavaVM *vm;
    jvmtiError error;
    if ((*jni)->GetJavaVM(jni, &vm) != JNI_OK
        || (*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_1_2) != JNI_OK) {
        jvmti = NULL;
        return NO_INTERFACE;
    }
    error = take_capabilities();
    if (error == JVMTI_ERROR_NONE) {
        error = set_callbacks();
    }
    if (error == JVMTI_ERROR_NONE && !find_hooks(jni, declaring)) {
        error = NO_HOOKS;
    }
    if (error != JVMTI_ERROR_NONE) {
        (*jvmti)->DisposeEnvironment(jvmti);
        jvmti = NULL;
        return (jint) error;
    }
    return 0;
}

/* Initializes the library, once; returns 0, or the reason for a failure. */
JNIEXPORT jint JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_prepare0(JNIEnv *jni, jclass declaring) {
    return jvmti != NULL ? 0 : prepare(jni, declaring);
}

/* Begins to handle events; returns 0, or the reason for a failure. */
JNIEXPORT jint JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_start0(JNIEnv *jni, jclass declaring) {
    jvmtiError error;
    (void) jni;
    (void) declaring;
    (*jvmti)->GetTime(jvmti, &begun_nanos);
    __atomic_store_n(&spent_nanos, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&asked, 0, __ATOMIC_RELAXED);
    error = switch_events(JVMTI_ENABLE);
    __atomic_store_n(&open_to_events, error == JVMTI_ERROR_NONE, __ATOMIC_SEQ_CST);
    return (jint) error;
}

/* Stops handling events. */
JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_stop0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    __atomic_store_n(&open_to_events, 0, __ATOMIC_SEQ_CST);
    switch_events(JVMTI_DISABLE);
}

/* Marks the next call of Object.wait on this thread as reported: while the call begins the thread holds the monitor, and other threads may wait for it. */
JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_toldWait0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    wait_was_told = 1;
}

/* The number of events that are being handled. */
JNIEXPORT jint JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_underWay0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    return __atomic_load_n(&under_way, __ATOMIC_SEQ_CST);
}

/* The number of hooks that have thrown since the last call. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_takeFailed0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    return __atomic_exchange_n(&failed, 0, __ATOMIC_SEQ_CST);
}

/*
 * The position of the current thread, this many frames below the native method itself: the method's id and, in the lowest bits, the bytecode
 * index; 0 if there is no such frame. The id is an address; addresses in user space have 48 bits.
 */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_place0(JNIEnv *jni, jclass declaring, jint depth) {
    jvmtiFrameInfo frame;
    jint count = 0;
    (void) jni;
    (void) declaring;
    if ((*jvmti)->GetStackTrace(jvmti, NULL, depth, 1, &frame, &count) != JVMTI_ERROR_NONE || count != 1) {
        return 0;
    }
    return (jlong) (((unsigned long long) (size_t) frame.method << BCI_BITS)
                    | ((unsigned long long) frame.location & BCI_MASK));
}

/* Whether a method is native and of a class of the bootstrap loader; such a method does not itself enter the monitor of an array or a class loader. */
static int is_native_of_jvm(JNIEnv *jni, jmethodID method) {
    jboolean is_native;
    jclass declaring;
    jobject loader = NULL;
    jvmtiError error;
    if ((*jvmti)->IsMethodNative(jvmti, method, &is_native) != JVMTI_ERROR_NONE || !is_native
        || (*jvmti)->GetMethodDeclaringClass(jvmti, method, &declaring) != JVMTI_ERROR_NONE) {
        return 0;
    }
    error = (*jvmti)->GetClassLoader(jvmti, declaring, &loader);
    (*jni)->DeleteLocalRef(jni, declaring);
    if (loader != NULL) {
        (*jni)->DeleteLocalRef(jni, loader);
    }
    return error == JVMTI_ERROR_NONE && loader == NULL;
}

/*
 * Whether it is certain that the thread neither executes a monitorenter instruction nor enters a synchronized method. The JVM's interpreter is one byte
 * further by then, so the byte before the position can be the instruction.
 */
static int is_other_instruction(const jvmtiFrameInfo *at) {
    jint length, modifiers;
    unsigned char *code;
    int answer;
    if ((*jvmti)->GetMethodModifiers(jvmti, at->method, &modifiers) != JVMTI_ERROR_NONE || (modifiers & ACC_SYNCHRONIZED) != 0) {
        return 0;
    }
    if ((*jvmti)->GetBytecodes(jvmti, at->method, &length, &code) != JVMTI_ERROR_NONE) {
        return 0;
    }
    answer = at->location < length && code[at->location] != MONITORENTER
        && (at->location == 0 || code[at->location - 1] != MONITORENTER);
    (*jvmti)->Deallocate(jvmti, code);
    return answer;
}

/*
 * Whether the code that is this many frames below the native method itself does not enter the monitor for which its thread is about to wait, that of an array
 * of numbers or of a class loader. Then the JVM enters it: the JVM locks such an array for each class that it links and initializes, and locks some class
 * loaders so that they load one class at a time.
 */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_isOfJvm0(JNIEnv *jni, jclass declaring, jint depth) {
    jvmtiFrameInfo frame;
    jint count = 0;
    (void) declaring;
    return (*jvmti)->GetStackTrace(jvmti, NULL, depth, 1, &frame, &count) == JVMTI_ERROR_NONE && count == 1
        && (frame.location < 0 ? is_native_of_jvm(jni, frame.method) : is_other_instruction(&frame));
}

/*
 * The number of collections before the first one that is returned, then begin and end of each from that one on; null if memory is exhausted.
 */
JNIEXPORT jlongArray JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_collections0(JNIEnv *jni, jclass self, jlong known) {
    jlong end = __atomic_load_n(&collection_count, __ATOMIC_SEQ_CST);
    jlong first = end - known > COLLECTIONS_ANSWERED ? end - COLLECTIONS_ANSWERED : known < end ? known : end;
    jlongArray answer = (*jni)->NewLongArray(jni, (jsize) (1 + 2 * (end - first)));
    (void) self;
    if (answer == NULL) {
        (*jni)->ExceptionClear(jni);
        return NULL;
    }
    (*jni)->SetLongArrayRegion(jni, answer, 0, 1, &first);
    for (jlong i = first; i < end; i++) {
        jlong kept[2];
        memcpy(kept, collections[i % COLLECTIONS], sizeof kept);
        (*jni)->SetLongArrayRegion(jni, answer, (jsize) (1 + 2 * (i - first)), 2, kept);
    }
    return answer;
}

static void free_usage(jvmtiMonitorUsage *usage) {
    (*jvmti)->Deallocate(jvmti, (unsigned char *) usage->waiters);
    (*jvmti)->Deallocate(jvmti, (unsigned char *) usage->notify_waiters);
}

/* A local reference in the frame of the caller. */
static jobject ask_for_owner(JNIEnv *jni, jobject monitor) {
    jvmtiMonitorUsage usage;
    jobject owner = NULL;
    /* The JVM also creates a local reference to each waiting thread. */
    if ((*jni)->PushLocalFrame(jni, 1) != JNI_OK) {
        return NULL;
    }
    if ((*jvmti)->GetObjectMonitorUsage(jvmti, monitor, &usage) == JVMTI_ERROR_NONE) {
        owner = usage.owner;
        free_usage(&usage);
    }
    return (*jni)->PopLocalFrame(jni, owner);
}

static int may_ask(jlong now) {
    if (__atomic_load_n(&spent_nanos, __ATOMIC_RELAXED) <= SPENT_AT_FIRST + (now - begun_nanos) / PART_OF_RUN
        || __atomic_load_n(&asked, __ATOMIC_RELAXED) < ASKED_AT_FIRST) {
        return 1;
    }
    jlong last = __atomic_load_n(&asked_nanos, __ATOMIC_RELAXED);
    return now - last > ASKED_AFTER
        && __atomic_compare_exchange_n(&asked_nanos, &last, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* The thread that holds a monitor now; null if no thread holds it, or if such requests have already taken too large a part of the run. */
JNIEXPORT jobject JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_owner0(JNIEnv *jni, jclass self, jobject monitor) {
    jlong before, after;
    jobject owner;
    (void) self;
    (*jvmti)->GetTime(jvmti, &before);
    if (!may_ask(before)) {
        return NULL;
    }
    owner = ask_for_owner(jni, monitor);
    (*jvmti)->GetTime(jvmti, &after);
    __atomic_add_fetch(&spent_nanos, after - before, __ATOMIC_RELAXED);
    __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&asked_nanos, after, __ATOMIC_RELAXED);
    return owner;
}

/* JNI inflates a monitor that it enters. */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_MonitorOwners_enter0(JNIEnv *jni, jclass self, jobject monitor) {
    (void) self;
    return (*jni)->MonitorEnter(jni, monitor) == JNI_OK;
}

JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_MonitorOwners_exit0(JNIEnv *jni, jclass self, jobject monitor) {
    (void) self;
    (*jni)->MonitorExit(jni, monitor);
}

/* Reads memory by a system call, which returns an error if the address is not mapped. */
static int read_memory(jlong address, jlong *words, size_t count) {
    struct iovec to = {words, count * sizeof *words};
    struct iovec from = {(void *) (size_t) address, count * sizeof *words};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t) (count * sizeof *words);
}

/* Reads as many words as the array has elements, at most MOST_WORDS. */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_MonitorOwners_words0(
    JNIEnv *jni, jclass self, jlong address, jlongArray into) {
    jlong words[MOST_WORDS];
    jsize count = (*jni)->GetArrayLength(jni, into);
    (void) self;
    if (count > MOST_WORDS || !read_memory(address, words, (size_t) count)) {
        return JNI_FALSE;
    }
    (*jni)->SetLongArrayRegion(jni, into, 0, count, words);
    return JNI_TRUE;
}

/* Reads a word; NOT_READ if the address is not mapped. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_MonitorOwners_word0(JNIEnv *jni, jclass self, jlong address) {
    jlong word;
    (void) jni;
    (void) self;
    return read_memory(address, &word, 1) ? word : NOT_READ;
}

/* Reads several addresses in one call, in their order. */
static int read_places(struct iovec *to, struct iovec *from, unsigned long count) {
    ssize_t wanted = 0;
    for (unsigned long i = 0; i < count; i++) {
        from[i].iov_len = to[i].iov_len;
        wanted += (ssize_t) to[i].iov_len;
    }
    return process_vm_readv(getpid(), to, count, from, count, 0) == wanted;
}

/* An address in the present stack frame of the caller. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_here0(JNIEnv *jni, jclass self) {
    volatile char here = 0;
    (void) jni;
    (void) self;
    return (jlong) (size_t) &here;
}

/* Whether an address is in the stack of a thread. Two words of the thread's record have the base of the stack, and its size down from there. */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_isInStack0(
        JNIEnv *jni, jclass self, jlong stack, jlong address) {
    jlong base_and_size[2];
    (void) jni;
    (void) self;
    return read_memory(stack, base_and_size, 2)
        && address < base_and_size[0] && address >= base_and_size[0] - base_and_size[1];
}

/* The present address of an object; 0 if it is not known, since a JNI reference may contain more than an address. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_addressOf0(JNIEnv *jni, jclass self, jobject object) {
    jlong local, global;
    jobject other = (*jni)->NewGlobalRef(jni, object);
    int same = other != NULL
        && read_memory((jlong) (size_t) object, &local, 1)
        && read_memory((jlong) ((size_t) other & ~REFERENCE_TAG), &global, 1)
        && local == global;
    (void) self;
    if (other != NULL) {
        (*jni)->DeleteGlobalRef(jni, other);
    }
    return same ? local : 0;
}

/*
 * Whether an object is in a thread's list of locked objects. The record of the thread has a word whose lower half is the offset of the end of the list,
 * then the list. The address of the object is read before and after the list; the result is not reliable if a collection has moved the object in between.
 */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_hasLocked0(
        JNIEnv *jni, jclass self, jlong thread, jlong list, jobject object) {
    jlong before, after, words[LOCKED_WORDS];
    jlong collected = __atomic_load_n(&collection_count, __ATOMIC_SEQ_CST);
    struct iovec to[] = {{&before, sizeof before}, {words, sizeof words}, {&after, sizeof after}};
    struct iovec from[] = {{object, 0}, {(void *) (size_t) (thread + list), 0}, {object, 0}};
    (void) jni;
    (void) self;
    if (__atomic_load_n(&collection_began, __ATOMIC_SEQ_CST) != 0 || !read_places(to, from, 3) || before != after
        || __atomic_load_n(&collection_began, __ATOMIC_SEQ_CST) != 0
        || __atomic_load_n(&collection_count, __ATOMIC_SEQ_CST) != collected) {
        return JNI_FALSE;
    }
    jlong end = ((words[0] & 0xffffffff) - list) / (jlong) sizeof *words;
    for (jlong i = 1; i < end && i < LOCKED_WORDS; i++) {
        if (words[i] == before) {
            return JNI_TRUE;
        }
    }
    return JNI_FALSE;
}

/* A text of limited length. */
typedef struct {
    char bytes[TEXT_BYTES];
    size_t length;
} Text;

static void append_part(Text *text, const char *part, size_t length) {
    size_t room = sizeof text->bytes - 1 - text->length;
    size_t taken = length < room ? length : room;
    /* Do not cut in the middle of a character. */
    while (taken > 0 && taken < length && (part[taken] & 0xc0) == 0x80) {
        taken--;
    }
    memcpy(text->bytes + text->length, part, taken);
    text->length += taken;
    text->bytes[text->length] = '\0';
}

static void append(Text *text, const char *part) {
    append_part(text, part, strlen(part));
}

/* From Lpkg/Name; to pkg.Name, from Lpkg/Name.0x1; of a hidden class to pkg.Name/0x1. */
static void append_class(Text *text, const char *signature) {
    size_t length = strlen(signature);
    size_t begin = text->length;
    if (length < 2) {
        return;
    }
    append_part(text, signature + 1, length - 2);
    for (size_t i = begin; i < text->length; i++) {
        char *c = &text->bytes[i];
        *c = *c == '/' ? '.' : *c == '.' ? '/' : *c;
    }
}

static void append_number(Text *text, int number) {
    char digits[12];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char) ('0' + number % 10);
        number /= 10;
    } while (number > 0);
    append_part(text, digits + at, sizeof digits - at);
}

static int offset_of_switch(int at) {
    return (at & ~3) + 4;
}

static int int_at(const unsigned char *code, int at) {
    return (int) ((unsigned) code[at] << 24 | (unsigned) code[at + 1] << 16 | (unsigned) code[at + 2] << 8 | code[at + 3]);
}

/* The length of an instruction in bytes, as the JVM's specification says. */
static int length_of_instruction(const unsigned char *code, int at) {
    int op = code[at];
    int operands = offset_of_switch(at);
    if (op == TABLESWITCH) {
        return operands - at + 12 + 4 * (int_at(code, operands + 8) - int_at(code, operands + 4) + 1);
    }
    if (op == LOOKUPSWITCH) {
        return operands - at + 8 + 8 * int_at(code, operands + 4);
    }
    if (op == WIDE) {
        return code[at + 1] == IINC ? 6 : 4;
    }
    if (op == 0x10 || op == 0x12 || (op >= 0x15 && op <= 0x19) || (op >= 0x36 && op <= 0x3a) || op == 0xa9 || op == 0xbc) {
        return 2;
    }
    if (op == 0x11 || op == 0x13 || op == 0x14 || op == IINC || (op >= 0x99 && op <= 0xa8) || (op >= 0xb2 && op <= 0xb8)
        || op == 0xbb || op == 0xbd || op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7) {
        return 3;
    }
    return op == 0xc5 ? 4 : op == 0xb9 || op == 0xba || op == 0xc8 || op == 0xc9 ? 5 : 1;
}

/* The index of the instruction before the one at this index; this index itself if the code is not well-formed. */
static int index_before(const unsigned char *code, int bci) {
    int at = 0;
    int before = bci;
    while (at < bci) {
        int length = length_of_instruction(code, at);
        if (length < 1) {
            return bci;
        }
        before = at;
        at += length;
    }
    return before;
}

/*
 * The bytecode index of the monitorenter for which a thread waits: the JVM's interpreter is one byte further by then. Other indexes are as they are.
 */
static int index_of_entry(jmethodID method, int bci) {
    jint length;
    unsigned char *code;
    int answer = bci;
    if (bci == 0 || (*jvmti)->GetBytecodes(jvmti, method, &length, &code) != JVMTI_ERROR_NONE) {
        return bci;
    }
    if (bci < length && code[bci] != MONITORENTER && code[bci - 1] == MONITORENTER && index_before(code, bci) == bci - 1) {
        answer = bci - 1;
    }
    (*jvmti)->Deallocate(jvmti, code);
    return answer;
}

#define NATIVE_CODE (-1)

/* The line of a bytecode index; for a method that has not begun that of its first instruction; 0 if the class has no line numbers. */
static int line_of(jmethodID method, int bci) {
    jvmtiLineNumberEntry *table = NULL;
    jint count = 0;
    int line = 0;
    jlocation best = -1;
    jvmtiError error = (*jvmti)->GetLineNumberTable(jvmti, method, &count, &table);
    if (error != JVMTI_ERROR_NONE) {
        return error == JVMTI_ERROR_NATIVE_METHOD ? NATIVE_CODE : 0;
    }
    for (jint i = 0; i < count; i++) {
        if (table[i].start_location <= bci && table[i].start_location > best) {
            best = table[i].start_location;
            line = table[i].line_number;
        }
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *) table);
    return line;
}

static void append_source(Text *text, jclass declaring, jmethodID method, int bci) {
    char *file = NULL;
    int line = line_of(method, bci);
    if (line == NATIVE_CODE) {
        append(text, "Native Method");
        return;
    }
    if ((*jvmti)->GetSourceFileName(jvmti, declaring, &file) == JVMTI_ERROR_NONE && file != NULL) {
        append(text, file);
        (*jvmti)->Deallocate(jvmti, (unsigned char *) file);
    } else {
        append(text, "Unknown Source");
    }
    /* The same format as in the agent's SourcePosition. */
    append(text, line > 0 ? ":" : ", bytecode ");
    append_number(text, line > 0 ? line : bci);
}

/* pkg.Class.method(File.java:line); null if the class has been unloaded. */
JNIEXPORT jstring JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_textOf0(
    JNIEnv *jni, jclass self, jlong place, jboolean enters) {
    jmethodID method = (jmethodID) (size_t) ((unsigned long long) place >> BCI_BITS);
    int bci = (int) (place & BCI_MASK);
    jclass declaring = NULL;
    char *signature = NULL;
    char *name = NULL;
    Text text;
    (void) self;
    text.length = 0;
    text.bytes[0] = '\0';
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, method, &declaring) != JVMTI_ERROR_NONE
        || (*jvmti)->GetClassSignature(jvmti, declaring, &signature, NULL) != JVMTI_ERROR_NONE) {
        return NULL;
    }
    append_class(&text, signature);
    (*jvmti)->Deallocate(jvmti, (unsigned char *) signature);
    if ((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL) == JVMTI_ERROR_NONE) {
        append(&text, ".");
        append(&text, name);
        (*jvmti)->Deallocate(jvmti, (unsigned char *) name);
    }
    append(&text, "(");
    append_source(&text, declaring, method, bci == BCI_MASK ? 0 : enters ? index_of_entry(method, bci) : bci);
    append(&text, ")");
    (*jni)->DeleteLocalRef(jni, declaring);
    return (*jni)->NewStringUTF(jni, text.bytes);
}

/* The file descriptor of a channel of the JDK; -1 for other channels. */
static int descriptor_of(JNIEnv *jni, jobject channel) {
    jfieldID field = (*jni)->GetFieldID(jni, (*jni)->GetObjectClass(jni, channel), "fd", "Ljava/io/FileDescriptor;");
    jobject descriptor = field == NULL ? NULL : (*jni)->GetObjectField(jni, channel, field);
    field = descriptor == NULL ? NULL : (*jni)->GetFieldID(jni, (*jni)->GetObjectClass(jni, descriptor), "fd", "I");
    if (field == NULL) {
        (*jni)->ExceptionClear(jni);
        return -1;
    }
    return (*jni)->GetIntField(jni, descriptor, field);
}

static int make_long_enough(int file, jlong length) {
    struct stat status;
    return fstat(file, &status) == 0 && (status.st_size >= length || ftruncate(file, length) == 0);
}

/* The processor time of the current thread, in nanoseconds; 0 if it is not known. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_CpuClock_nanos0(JNIEnv *jni, jclass self) {
    struct timespec used;
    (void) jni;
    (void) self;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0 ? used.tv_sec * 1000000000LL + used.tv_nsec : 0;
}

/* Maps a part of a file as a buffer and extends the file if it is too short; null on failure. */
JNIEXPORT jobject JNICALL Java_org_ompt4j_emitter_monitor_FileMaps_map0(
        JNIEnv *jni, jclass self, jobject channel, jlong position, jint bytes) {
    int file = descriptor_of(jni, channel);
    void *map;
    jobject buffer;
    (void) self;
    if (file < 0 || !make_long_enough(file, position + bytes)) {
        return NULL;
    }
    map = mmap(NULL, (size_t) bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, position);
    if (map == MAP_FAILED) {
        return NULL;
    }
    buffer = (*jni)->NewDirectByteBuffer(jni, map, bytes);
    if (buffer == NULL) {
        (*jni)->ExceptionClear(jni);
        munmap(map, (size_t) bytes);
    }
    return buffer;
}

JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_FileMaps_address0(JNIEnv *jni, jclass self, jobject buffer) {
    (void) self;
    return (jlong) (size_t) (*jni)->GetDirectBufferAddress(jni, buffer);
}

JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_FileMaps_unmap0(
        JNIEnv *jni, jclass self, jlong address, jint bytes) {
    (void) jni;
    (void) self;
    munmap((void *) (size_t) address, (size_t) bytes);
}
