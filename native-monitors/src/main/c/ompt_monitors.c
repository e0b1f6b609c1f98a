/*
 * Has the JVM tell which threads wait for monitors, and in Object.wait, so that no code has to be rewritten for it. Only threads that
 * wait come here; the JVM asks nobody where a monitor is free.
 *
 * Each event becomes the call of a static Java method (org.ompt4j.emitter.monitor.JvmMonitors), which is told when it was: the first
 * calls, or those of a thread that waits for a processor, take longer than many waits. What that method does is no event:
 * a thread that waits for a monitor in there comes back here and is sent away. What it throws goes no further and is counted. The
 * exception that the thread had before is there afterwards.
 *
 * The JVM also says when a garbage collection begins and ends to stop all threads. Neither Java nor JNI can be used then: the times are
 * kept here until Java asks for them.
 *
 * It also maps files, since the JVM's own way takes too long where its start waits for it, and tells how long a thread has had a processor.
 *
 * The library stays loaded. Events are let in between start and stop; stop takes them out before the Java side is put away, and
 * JvmMonitors waits for those that are under way.
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
/* Fewer, so that none of them is overwritten while they are read. */
#define COLLECTIONS_ANSWERED (COLLECTIONS / 2)
#define BCI_BITS 16
#define BCI_MASK 0xffff

/*
 * To ask for an owner stops all threads for a moment: that may take one part in this many of the run, and this long at first. Where threads
 * wait for processors it takes milliseconds; a program that waits for monitors now and then gets its answers there too.
 */
#define PART_OF_RUN 200
#define SPENT_AT_FIRST 5000000
#define ASKED_AT_FIRST 8
#define ASKED_AFTER 1000000000

/* What is read of the JVM's memory at most, and the answer where nothing is. */
#define MOST_WORDS 64
#define NOT_READ (-1)

/* What is read of the list of what a thread has locked, and the bits of a reference that say what kind it is. */
#define LOCKED_WORDS 12
#define REFERENCE_TAG ((size_t) 7)

/* The instruction by which code asks for a monitor. */
#define MONITORENTER 0xc2
#define ACC_SYNCHRONIZED 0x20

/* What start answers besides 0; an error of the JVM tool interface is its number. */
#define NO_INTERFACE (-1)
#define NO_HOOKS (-2)

static jvmtiEnv *jvmti;
static jclass hooks;
static jmethodID on_enter, on_entered, on_wait, on_waited, on_timed_out, on_broken_off, is_virtual;

static int open_to_events;
static int under_way;
static jlong failed;

/* Since when owners are asked for, how long that has taken, how often it was done at first, and when it was done last. */
static jlong begun_nanos, spent_nanos, asked, asked_nanos;

/*
 * When the latest collections began and ended, how many there were, and when the one began that is under way. Written by one thread at a time,
 * while no Java code runs. Who reads them runs in C and may do so meanwhile: half of them are never read, and the next ones are written there.
 */
static jlong collections[COLLECTIONS][2];
static jlong collection_count;
static jlong collection_began;

/* Whether the thread is in a call of a hook. A carrier keeps it while a virtual thread is in one, which cannot leave it meanwhile. */
static __thread int inside;

/* Whether a hook of the thread threw and what it left open is open still: there was no stack left to close it either. */
static __thread int broken_off;

/* Whether the thread has waited for a monitor in a hook. */
static __thread int waited_inside;

/*
 * Whether the thread has told of the call of Object.wait that it is about to make, so that this need not be told here. A virtual thread does not leave its
 * carrier before it makes the call.
 */
static __thread int wait_was_told;

/* Whether the hook returned. One that has no use for the time does not get it. */
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

/* That of all times in a trace; 0 for later. */
static jlong now_nanos(void) {
    jlong now;
    return (*jvmti)->GetTime(jvmti, &now) == JVMTI_ERROR_NONE ? now : 0;
}

static void tell(JNIEnv *jni, jobject monitor, jmethodID hook) {
    if (inside) {
        return;
    }
    inside = 1;
    /* Before the look at the gate, which is shut before the number of those inside is read. */
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
 * A wait for another monitor, in a hook, has the JVM forget which one the thread is about to wait for, and one for the initialization of a class that
 * it waits at all: thread dumps, the state of the thread, the search for deadlocks and the management interface would not show it. Where the thread
 * waits for it here they do. A virtual thread would keep its carrier.
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

static void JNICALL wait_begins(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject monitor, jlong timeout) {
    int was_told = wait_was_told;
    (void) env;
    (void) thread;
    wait_was_told = 0;
    /* With a negative timeout it is refused, and nothing tells of its end. */
    if (timeout >= 0 && !was_told) {
        tell(jni, monitor, on_wait);
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
        && (on_wait = hook(jni, "waits", WITH_TIME)) != NULL && (on_waited = hook(jni, "waited", WITH_TIME)) != NULL
        && (on_timed_out = hook(jni, "timedOut", WITH_TIME)) != NULL
        && (on_broken_off = hook(jni, "brokenOff", WITHOUT_TIME)) != NULL
        && (is_virtual = hook(jni, "isVirtual", "()Z")) != NULL;
}

/*
 * Adds can_support_virtual_threads where the JVM has it: the capability after can_generate_sampled_object_alloc_events, which headers of
 * JDKs without virtual threads do not name.
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

/* Once; 0 or why not. */
JNIEXPORT jint JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_prepare0(JNIEnv *jni, jclass declaring) {
    return jvmti != NULL ? 0 : prepare(jni, declaring);
}

/* Lets events in; 0 or why not. */
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

/* Lets no event in any more. */
JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_stop0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    __atomic_store_n(&open_to_events, 0, __ATOMIC_SEQ_CST);
    switch_events(JVMTI_DISABLE);
}

/* The next call of Object.wait on this thread was told: while it begins the thread has the monitor, and others may wait for that. */
JNIEXPORT void JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_toldWait0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    wait_was_told = 1;
}

/* How many events are being told. */
JNIEXPORT jint JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_underWay0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    return __atomic_load_n(&under_way, __ATOMIC_SEQ_CST);
}

/* How many hooks have thrown since this was asked last. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_takeFailed0(JNIEnv *jni, jclass declaring) {
    (void) jni;
    (void) declaring;
    return __atomic_exchange_n(&failed, 0, __ATOMIC_SEQ_CST);
}

/*
 * Where the current thread is, this many frames below the native method itself: the method's id and, in the lowest bits, the bytecode
 * index; 0 if there is no such frame. The id is an address, of which user space has 48 bits.
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

/* Whether a method is native and of a class of the bootstrap loader, which asks for no monitor of an array or a class loader itself. */
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
 * Whether it is certain that the thread does not execute the instruction that asks for a monitor, nor enters a method that does. The JVM's interpreter is one byte further by then, so that what
 * is before the place may be it.
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
 * Whether the code that is this many frames below the native method itself does not ask for the monitor that its thread is about to wait for, that of an array
 * of numbers or a class loader: then the JVM does, which has such an array for each class that it links and initializes, and has some class loaders load one class
 * at a time.
 */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_isOfJvm0(JNIEnv *jni, jclass declaring, jint depth) {
    jvmtiFrameInfo frame;
    jint count = 0;
    (void) declaring;
    return (*jvmti)->GetStackTrace(jvmti, NULL, depth, 1, &frame, &count) == JVMTI_ERROR_NONE && count == 1
        && (frame.location < 0 ? is_native_of_jvm(jni, frame.method) : is_other_instruction(&frame));
}

/*
 * How many collections there were before the first that is answered, and begin and end of each from that on; null for want of memory.
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
    /* The JVM makes a reference to each thread that waits, too. */
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

/* The thread that holds a monitor now; null if none does, or if asking has taken too long a part of the run so far. */
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

/* The system looks at the memory: where there is none it says so. */
static int read_memory(jlong address, jlong *words, size_t count) {
    struct iovec to = {words, count * sizeof *words};
    struct iovec from = {(void *) (size_t) address, count * sizeof *words};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t) (count * sizeof *words);
}

/* Reads as many words as the array has, at most MOST_WORDS. */
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

/* NOT_READ if there is nothing. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_MonitorOwners_word0(JNIEnv *jni, jclass self, jlong address) {
    jlong word;
    (void) jni;
    (void) self;
    return read_memory(address, &word, 1) ? word : NOT_READ;
}

/* Reads of several places in one call, in their order. */
static int read_places(struct iovec *to, struct iovec *from, unsigned long count) {
    ssize_t wanted = 0;
    for (unsigned long i = 0; i < count; i++) {
        from[i].iov_len = to[i].iov_len;
        wanted += (ssize_t) to[i].iov_len;
    }
    return process_vm_readv(getpid(), to, count, from, count, 0) == wanted;
}

/* Where the stack of the caller is now. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_here0(JNIEnv *jni, jclass self) {
    volatile char here = 0;
    (void) jni;
    (void) self;
    return (jlong) (size_t) &here;
}

/* Whether an address is in the stack of a thread: base, where it begins, and how far it reaches down from there are two words of its record. */
JNIEXPORT jboolean JNICALL Java_org_ompt4j_emitter_monitor_FreshOwners_isInStack0(
        JNIEnv *jni, jclass self, jlong stack, jlong address) {
    jlong base_and_size[2];
    (void) jni;
    (void) self;
    return read_memory(stack, base_and_size, 2)
        && address < base_and_size[0] && address >= base_and_size[0] - base_and_size[1];
}

/* Where an object is now; 0 if that cannot be told: JNI may have more in a reference to it than an address. */
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
 * Whether a thread has an object in its list of those that it has locked: a word whose lower half is where the list ends, from the beginning of the
 * thread's record, and the list. Where the object is is read before the list and after it; that is nothing to go by if a collection has moved objects.
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
    /* Not in the middle of a character. */
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

#define NATIVE_CODE (-1)

/* The line of a bytecode index; that of the first instruction for a method that has not begun; 0 if the class does not say. */
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
    /* As SourcePosition of the agent has it. */
    append(text, line > 0 ? ":" : ", bytecode ");
    append_number(text, line > 0 ? line : bci);
}

/* pkg.Class.method(File.java:line); null if the class has been unloaded. */
JNIEXPORT jstring JNICALL Java_org_ompt4j_emitter_monitor_JvmMonitors_textOf0(JNIEnv *jni, jclass self, jlong place) {
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
    append_source(&text, declaring, method, bci == BCI_MASK ? 0 : bci);
    append(&text, ")");
    (*jni)->DeleteLocalRef(jni, declaring);
    return (*jni)->NewStringUTF(jni, text.bytes);
}

/* The number of the file that a channel of the JDK has open; -1 for other channels. */
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

/* How long the current thread has had a processor, in nanoseconds; 0 if that is not known. */
JNIEXPORT jlong JNICALL Java_org_ompt4j_emitter_CpuClock_nanos0(JNIEnv *jni, jclass self) {
    struct timespec used;
    (void) jni;
    (void) self;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0 ? used.tv_sec * 1000000000LL + used.tv_nsec : 0;
}

/* A buffer over a part of a file, which becomes as long as it has to be; null where that cannot be had. */
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
