package org.ompt4j.e2e;

/** The source of a tool that inquires about all tasks on the stack in every callback, and checks the results. */
final class InquiringTool {
    static final String NAME = "InquiringTool";

    static final String SOURCE = ToolSource.of(NAME, """
            private static final int NONE = 0, EXIT = 1, ENTER = 2, BOTH = 3;
            private static final String RUN_TASK = "java.util.concurrent.ForkJoinTask.doExec";
            private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
            private final Map<String, String> firstStrangers = new ConcurrentHashMap<>();

            /** What is known of a thread: the frames of its suspended tasks, by task and the one above. */
            private static final class Suspended {
                final Map<String, String> pairs = new HashMap<>();
            }

            private void begin() {
                ompt.on(OmptCallback.THREAD_BEGIN, this::threadBegin);
                ompt.on(OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
                ompt.on(OmptCallback.PARALLEL_END, (region, task, flags, site) -> stored("region at its end", region));
                ompt.on(OmptCallback.IMPLICIT_TASK, this::implicitTask);
                ompt.on(OmptCallback.TASK_CREATE, this::taskCreate);
                ompt.on(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
                ompt.on(OmptCallback.SYNC_REGION, this::syncRegion);
                ompt.on(OmptCallback.SYNC_REGION_WAIT, (kind, endpoint, region, task, site) -> walk("sync_region_wait"));
                ompt.on(OmptCallback.DISPATCH, (region, task, kind, instance) -> walk("dispatch"));
                ompt.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) -> walk("mutex_acquired"));
            }

            private void threadBegin(ThreadType type, OmptData thread) {
                fresh("thread", thread);
                thread.ptr = new Suspended();
                walk("thread_begin");
            }

            private void parallelBegin(OmptData task, OmptFrame frame, OmptData region, int parallelism, int flags, int site) {
                fresh("region", region);
                stored("encountering task", task);
                count("parallel_begin");
                if (task != null) {
                    inRuntime("parallel_begin", frame);
                }
            }

            private void taskCreate(OmptData parent, OmptFrame frame, OmptData task, int flags, boolean dependences, int site) {
                fresh("task", task);
                task.ptr = flags;
                stored("creating task", parent);
                inRuntime("task_create", frame);
            }

            /** The encountering task has left its code, through the application's own. */
            private void inRuntime(String event, OmptFrame frame) {
                OmptFrame[] asked = {frame};
                ompt.getTaskInfo(0, null, null, asked, null, null);
                check("frame of who makes something", pair(asked[0]).equals(pair(frame)), asked[0] + ", given " + frame);
                check(event + " without an enter frame", frame.enterFrame() > 0, frame);
                check(event + " that enters before it exits", frame.exitFrame() <= frame.enterFrame(), frame);
                if (frame.enterFrameFlags() == OmptFrame.APPLICATION) {
                    check(event + " from elsewhere", frame.enterMethod().startsWith("org.ompt4j.apps."), frame);
                    count("entered from the application");
                }
            }

            private void implicitTask(ScopeEndpoint endpoint, OmptData region, OmptData task, int parallelism, int index, int flags) {
                if (endpoint == ScopeEndpoint.BEGIN) {
                    fresh("implicit task", task);
                    if ((flags & TaskFlag.INITIAL) != 0) {
                        fresh("initial region", region);
                    }
                    stored("region of an implicit task", region);
                    int[] number = new int[1];
                    ompt.getTaskInfo(0, null, null, null, null, number);
                    check("thread number", number[0] == ((flags & TaskFlag.INITIAL) != 0 ? 0 : index), number[0] + " for " + index);
                }
                stored("implicit task", task);
                if (endpoint == ScopeEndpoint.BEGIN) {
                    walk("implicit_task");
                }
            }

            private void syncRegion(SyncRegionKind kind, ScopeEndpoint endpoint, OmptData region, OmptData task, int site) {
                if (kind == SyncRegionKind.BARRIER_IMPLICIT_PARALLEL && region != null) {
                    OmptData[] asked = new OmptData[1];
                    int answer = ompt.getParallelInfo(0, asked, null);
                    check("region of its barrier", answer == 2 && asked[0] == region, answer);
                    ompt.getTaskInfo(0, null, null, null, asked, null);
                    check("region of a task in its barrier", asked[0] == region, asked[0]);
                }
                walk("sync_region");
            }

            private void taskSchedule(OmptData prior, TaskStatus status, OmptData next) {
                stored("prior task", prior);
                stored("next task", next);
                if (status == TaskStatus.SWITCH) {
                    walk("task_schedule");
                }
            }

            // ------------------------------------------------------------ the walk

            private void walk(String event) {
                OmptData thread = ompt.getThreadData();
                int above = Integer.MAX_VALUE;
                OmptData[] task = new OmptData[1];
                OmptData[] region = new OmptData[1];
                OmptFrame[] frame = new OmptFrame[1];
                int[] flags = new int[1];
                int[] number = new int[1];
                OmptData aboveTask = null;
                int aboveFlags = 0;
                int level = 0;
                while (ompt.getTaskInfo(level, flags, task, frame, region, number) == 2) {
                    stored("task at a level, in " + event, task[0]);
                    stored("region at a level, in " + event, region[0]);
                    if (task[0].ptr instanceof Integer) {
                        check("flags of a task", task[0].ptr.equals(flags[0]), TaskFlag.names(flags[0]));
                    }
                    above = order(event, level, flags[0], number[0], frame[0], above);
                    if (aboveTask != null) {
                        keeps(thread, task[0], flags[0], aboveTask, frame[0]);
                        seen(flags[0], frame[0], aboveFlags);
                    }
                    aboveTask = task[0];
                    aboveFlags = flags[0];
                    level++;
                }
                for (int i = 0; ; i++) {
                    int answer = ompt.getParallelInfo(i, region, number);
                    if (answer == 0) {
                        break;
                    }
                    if (answer == 2) {
                        stored("enclosing region", region[0]);
                        check("team size", number[0] > 0, number[0]);
                        if (i == 2) {
                            count("regions three deep");
                        }
                    }
                }
                count("walks");
            }

            private int order(String event, int level, int flags, int number, OmptFrame frame, int above) {
                int presence = (frame.exitFrame() > 0 ? EXIT : NONE) + (frame.enterFrame() > 0 ? ENTER : NONE);
                String what = event + " level " + level + " flags " + flags + " " + frame + " below " + above;
                if ((flags & TaskFlag.INITIAL) != 0) {
                    // The task of a thread that the application made lies at the very bottom: nothing is below.
                    check("initial task", presence == (level == 0 || above <= 2 ? presence & ENTER : ENTER), what);
                } else if ((flags & TaskFlag.EXPLICIT) != 0) {
                    check("explicit task", presence == BOTH || level == 0 && presence == EXIT, what);
                    check("method of a task", frame.exitMethod().equals(RUN_TASK) || frame.exitMethod().startsWith("java.lang.Thread.run"), what);
                } else {
                    check("implicit task", presence == NONE || presence == BOTH || level == 0 && presence == EXIT, what);
                }
                check("enters at or above its exit", presence != BOTH || frame.enterFrame() >= frame.exitFrame(), what);
                int top = Math.max(frame.enterFrame(), frame.exitFrame());
                // Memberships in regions one inside the other share the frame that takes tasks for both.
                boolean implicit = (flags & TaskFlag.IMPLICIT) != 0;
                check("lies below the task above", implicit ? top <= above : top < above, what);
                check("thread number", level > 0 || number >= 0, number);
                int bottom = frame.exitFrame() > 0 ? frame.exitFrame() : frame.enterFrame();
                return bottom > 0 ? bottom : above;
            }

            /** Whatever happens above it, a suspended task shows the same pair, until it goes on. */
            private void keeps(OmptData thread, OmptData task, int flags, OmptData above, OmptFrame frame) {
                Map<String, String> pairs = ((Suspended) thread.ptr).pairs;
                String pair = pair(frame);
                String before = pairs.putIfAbsent(task.id() + " below " + above.id(), pair);
                // An implicit task has none once its region has ended, or the pool's loop has returned.
                boolean over = (flags & TaskFlag.IMPLICIT) != 0 && pair.equals("0 null, 0 null");
                check("pair of a suspended task", before == null || before.equals(pair) || over, before + ", then " + pair);
                if (before != null) {
                    count("pairs seen again");
                }
            }

            private static String pair(OmptFrame frame) {
                return frame.exitFrame() + " " + frame.exitMethod() + ", " + frame.enterFrame() + " " + frame.enterMethod();
            }

            private void seen(int flags, OmptFrame frame, int aboveFlags) {
                boolean explicit = (flags & TaskFlag.EXPLICIT) != 0;
                boolean aboveExplicit = (aboveFlags & TaskFlag.EXPLICIT) != 0;
                if (explicit && aboveExplicit) {
                    count("tasks that help");
                }
                if ((flags & TaskFlag.IMPLICIT) != 0 && aboveExplicit && frame.exitFrame() == 0 && frame.enterFrame() == 0) {
                    count("tasks in a barrier");
                }
                if (explicit && (aboveFlags & TaskFlag.IMPLICIT) != 0) {
                    count("nested regions");
                }
                if ((aboveFlags & TaskFlag.UNDEFERRED) != 0) {
                    count("undeferred tasks");
                }
            }

            // ------------------------------------------------------------ verdicts

            private void fresh(String what, OmptData data) {
                check("fresh " + what, data.value == 0 && data.ptr == null, data);
                data.value = data.id();
            }

            private void stored(String what, OmptData data) {
                check("data of " + what, data == null || data.value == data.id(), data);
            }

            private void check(String what, boolean holds, Object found) {
                if (!holds) {
                    count("strangers");
                    firstStrangers.putIfAbsent(what, String.valueOf(found));
                }
            }

            private void count(String what) {
                counts.computeIfAbsent(what, name -> new AtomicLong()).incrementAndGet();
            }

            public void finalizeTool() {
                StringBuilder text = new StringBuilder("inquiring-tool:");
                for (String each : new String[] {
                    "walks", "parallel_begin", "entered from the application", "pairs seen again", "tasks that help",
                    "tasks in a barrier", "nested regions", "undeferred tasks", "regions three deep"
                }) {
                    if (!counts.containsKey(each)) {
                        text.append(" no ").append(each);
                    }
                }
                System.err.println(text + " strangers " + counts.getOrDefault("strangers", new AtomicLong()) + " " + firstStrangers);
                System.err.println("inquiring-tool: " + counts);
            }
            """);

    private InquiringTool() {}
}
