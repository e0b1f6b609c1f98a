/* Shows the report that stands in this page as compressed JSON. Text of the trace only ever becomes text nodes. */
(async function () {
  const UNITS = ["ns", "us", "ms", "s"];
  /* Which states look alike: of one group they have one pattern, so that no meaning hangs on the colour alone. */
  const GROUPS = {
    work: { pattern: "plain", is: /^work_/ },
    task: { pattern: "rows", is: /^wait_task/ },
    barrier: { pattern: "columns", is: /^wait_barrier/ },
    mutex: { pattern: "up", is: /^wait_(mutex|lock|critical|atomic|ordered)$/ },
    condition: { pattern: "down", is: /^wait_(condition|queue|queue_full|park)$/ },
    io: { pattern: "dots", is: /^wait_(sleep|io|target)/ },
    idle: { pattern: "hollow", is: /^idle$/ },
    overhead: { pattern: "crossed", is: /^overhead$/ },
    unknown: { pattern: "sparse", is: /./ },
  };

  /* In which tree of frames a finding is shown, the first that has its code. */
  const TREES = {
    uneven_regions: ["samples", "wall"],
    uneven_parties: ["wall"],
    small_tasks: ["samples", "wall"],
    brief_threads: ["samples", "wall"],
    brief_pools: ["samples", "wall"],
    queue_waits: ["wall"],
    rejected_tasks: ["samples", "wall"],
    carrier_waits: ["samples", "wall"],
    serial_part: ["samples", "wall"],
    dropped_tasks: ["samples", "wall"],
    abandoned_pools: ["samples", "wall"],
    caller_ran_tasks: ["samples", "wall"],
    late_tasks: ["samples", "wall"],
    serial_combining: ["samples", "wall"],
    sequential_source: ["samples", "wall"],
    oversubscription: ["samples", "wall"],
  };

  /* Whose first call site is where threads waited; the others are those of the causes, which can have frames for anything else too. */
  const WAITED_AT_FIRST = ["blocking_queue_waits", "mutual_waits"];

  const data = await read(document.getElementById("data"));
  escapeText();
  const report = data.report;
  const timeline = data.timeline;
  const main = d3.select("#main");
  const rowsByName = new Map();
  /* Several threads can have one name. */
  const rowsOfThreads = new Map();
  const view = new URLSearchParams(location.hash.slice(1));

  /* ---------------------------------------------------------------- words and numbers */

  async function read(block) {
    const text = atob(block.textContent.trim());
    block.remove();
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      bytes[i] = text.charCodeAt(i);
    }
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  /* Characters that would not be shown, or that reverse the text around them, become escapes, as on a terminal. */
  function escaped(text) {
    const known = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
    const escape = (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0");
    return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (each) => known[each] || each.split("").map(escape).join(""));
  }

  function escapeIn(values) {
    if (Array.isArray(values) && typeof values[0] === "number") {
      return;
    }
    for (const key of Object.keys(values)) {
      if (typeof values[key] === "string") {
        values[key] = escaped(values[key]);
      } else if (values[key] !== null && typeof values[key] === "object") {
        escapeIn(values[key]);
      }
    }
  }

  function threadName(name) {
    return name.trim() ? name : "(no name)";
  }

  function escapeText() {
    const { report, timeline, counters, flames } = data;
    for (const table of report.tables) {
      for (const { key, unit } of table.columns) {
        for (const row of table.rows) {
          if (typeof row[key] === "string") {
            row[key] = unit === "thread" ? threadName(row[key]) : unit === "text" ? row[key].replace(/\s+/g, " ") : row[key];
          }
        }
      }
    }
    for (const row of timeline.rows) {
      row.thread = escaped(threadName(row.thread));
    }
    for (const each of [report, timeline.labels, timeline.arrows.objects, counters && counters.lines, flames && flames.frames]) {
      if (each) {
        escapeIn(each);
      }
    }
  }

  function count(number) {
    return Math.round(number).toLocaleString("en-US");
  }

  function time(nanos) {
    let value = Math.abs(nanos);
    let unit = 0;
    while (value >= 999.5 && unit < 3) {
      value /= 1000;
      unit++;
    }
    const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    const shown = unit === 3 && value >= 6000 ? count(value / 60) + " min" : value.toFixed(digits) + " " + UNITS[unit];
    return (nanos < 0 ? "-" : "") + shown;
  }

  /* A point in time, with as many digits as distinguish it from the point that is a step away. */
  function moment(nanos, step) {
    let unit = 0;
    let size = 1;
    while (nanos >= 999.5 * size && unit < 3) {
      size *= 1000;
      unit++;
    }
    const digits = Math.ceil(Math.log10(size / Math.max(1, step)) - 1e-9);
    return (nanos / size).toFixed(Math.max(0, Math.min(3 * unit, digits))) + " " + UNITS[unit];
  }

  function percent(share) {
    return share <= 0 ? "0 %" : share < 0.0005 ? "<0.1 %" : (100 * share).toFixed(1) + " %";
  }

  function shown(unit, value) {
    if (value === null || value === undefined) {
      return "-";
    }
    switch (unit) {
      case "count": return count(value);
      case "ns": return time(value);
      case "share": return percent(value);
      case "ratio": return value.toFixed(2);
      default: return value;
    }
  }

  function isNumber(unit) {
    return ["count", "ns", "share", "ratio"].includes(unit);
  }

  /* ---------------------------------------------------------------- states and their looks */

  function groupOf(state) {
    return Object.keys(GROUPS).find((each) => GROUPS[each].is.test(state));
  }

  let looks = new Map();

  function css(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  }

  /* A pattern for each state in the page's present colours. */
  function look(state) {
    let made = looks.get(state);
    if (!made) {
      const group = groupOf(state);
      made = pattern(GROUPS[group].pattern, css(state) || css(group) || css("work_parallel"));
      looks.set(state, made);
    }
    return made;
  }

  function pattern(kind, colour) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 8;
    const pen = tile.getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 8, 8);
    pen.strokeStyle = pen.fillStyle = kind === "sparse" || kind === "hollow" ? css("dark-hatch") : css("hatch");
    pen.lineWidth = 1.5;
    const line = (x, y, toX, toY) => {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(toX, toY);
      pen.stroke();
    };
    if (kind === "up" || kind === "crossed") {
      line(-2, 10, 10, -2);
      line(-6, 6, 6, -6);
      line(2, 14, 14, 2);
    }
    if (kind === "down" || kind === "crossed") {
      line(-2, -2, 10, 10);
      line(-6, 2, 6, 14);
      line(2, -6, 14, 6);
    }
    if (kind === "rows") {
      line(0, 2, 8, 2);
      line(0, 6, 8, 6);
    }
    if (kind === "columns") {
      line(2, 0, 2, 8);
      line(6, 0, 6, 8);
    }
    if (kind === "dots") {
      pen.fillRect(1, 1, 2.5, 2.5);
      pen.fillRect(5, 5, 2.5, 2.5);
    }
    if (kind === "sparse") {
      pen.fillRect(3, 3, 1.5, 1.5);
    }
    return tile.getContext("2d").createPattern(tile, "repeat");
  }

  function swatch(parent, state) {
    parent.append("canvas").attr("class", "swatch").attr("width", 18).attr("height", 12).attr("aria-hidden", "true")
        .attr("data-state", state);
  }

  function paintSwatches() {
    d3.selectAll("canvas.swatch").each(function () {
      const pen = this.getContext("2d");
      pen.fillStyle = look(this.dataset.state);
      pen.fillRect(0, 0, 18, 12);
    });
  }

  /* ---------------------------------------------------------------- the address bar keeps the view */

  function keep(values) {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) {
        view.delete(key);
      } else {
        view.set(key, value);
      }
    }
    history.replaceState({ step: steps }, "", "#" + view.toString());
  }

  /* How many links were followed, and from where. */
  let steps = history.state && history.state.step || 0;
  const left = [];

  /* Whoever follows a link to another part of the page comes back to it with the browser's back button. */
  function step() {
    left[steps] = { link: document.activeElement, top: window.scrollY };
    keep({});
    steps++;
    history.pushState({ step: steps }, "", "#" + view.toString());
  }

  /* Only the place in the page changes: zooms, orders and searches stay. */
  function stepBack(event) {
    if (!event.state || event.state.step === undefined) {
      return;
    }
    steps = event.state.step;
    keep({});
    const place = left[steps];
    if (place) {
      place.link.focus({ preventScroll: true });
      // After what the browser does by itself.
      requestAnimationFrame(() => window.scrollTo({ top: place.top, behavior: "instant" }));
    }
  }

  /* ---------------------------------------------------------------- head and findings */

  function head() {
    const run = report.run;
    document.title = "OMPT4J report of " + run.trace;
    d3.select("#run").text(run.trace + ": " + time(run.duration_ns) + ", "
        + (run.tool === "sample" ? counted(run.samples, "sample") : counted(run.events, "event")) + " on " + counted(run.threads, "thread")
        + ", profile " + (run.settings.profile || "default")
        + (run.pauses.length ? "; paused " + counted(run.pauses.length, "time") + ", " + time(d3.sum(run.pauses, (each) => each.to_ns - each.from_ns))
            + " in all, of which nothing is on this page" : "")
        + (report.losses.finished ? "" : "; the run was not finished (killed?), all of this is up to the last event"));
    const facts = d3.select("#facts");
    const fact = (name, text) => {
      facts.append("b").text(name + ": ");
      facts.append("span").text(text);
      facts.append("br");
    };
    fact("Command", run.command_line.join(" ") || "not stored");
    fact("JVM", run.jvm + (run.jvm.includes(run.java_version) ? "" : " " + run.java_version) + ", process " + run.pid + " on " + run.host + ", "
        + counted(run.processors, "processor"));
    fact("Started", run.started_at.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC"));
    fact("Recorded", "by OMPT4J " + run.agent_version + " with tool=" + run.tool + ", profile=" + (run.settings.profile || "default")
        + (run.tool === "sample" ? ", one sample per thread every " + run.settings["sample.period"] : ""));
  }

  function counted(number, word) {
    return count(number) + " " + word + (number === 1 ? "" : "s");
  }

  function findings() {
    if (run("sample")) {
      return;
    }
    const section = main.append("section").attr("aria-labelledby", "findings-head");
    section.append("h2").attr("id", "findings-head").text(report.findings.length ? "Findings, worst first" : "Findings");
    if (!report.findings.length) {
      section.append("p").text("Nothing stands out" + asFarAsKnown() + ".");
    }
    const items = section.append("ol").attr("class", "findings").selectAll("li.finding").data(report.findings).join("li")
        .attr("class", "finding").attr("id", (each, i) => "finding-" + i);
    items.append("p").text((each) => each.says);
    items.append("ul").selectAll("li").data((each) => each.details).join("li").text((each) => each);
    items.each(function (each, i) {
      const actions = d3.select(this).append("div").attr("class", "actions");
      actions.append("a").attr("href", "#from=" + each.interval.from_ns + "&to=" + each.interval.to_ns).attr("class", "to-timeline")
          .text("Show in the timeline").on("click", (event) => {
            event.preventDefault();
            show(i);
          });
      const found = flames && framesOf(each);
      if (found) {
        actions.append("a").attr("href", "#metric=" + found.key + "&frame=" + found.frame).attr("class", "to-flames")
            .text("Show in the flame graph").on("click", (event) => {
              event.preventDefault();
              flames.show(found);
            });
      }
      const row = rowsByName.get(each.object || (each.links && each.links[0].waits_for) || (each.orders && each.orders[0].takes));
      if (row) {
        link(actions, row, "Row of the table " + row.table);
      }
    });
    if (report.finding_count > report.findings.length) {
      section.append("p").text(count(report.finding_count - report.findings.length) + " more are not on this page.");
    }
    sentences(section, report.not_looked_for);
  }

  function asFarAsKnown() {
    return report.losses.whole ? "" : " in what there is, events are missing";
  }

  function framesOf(finding) {
    const inTrees = TREES[finding.kind] || ["waits", "wall"];
    const first = WAITED_AT_FIRST.includes(finding.kind) ? flames.find(finding.call_sites.slice(0, 1), inTrees) : null;
    return first || flames.find(finding.call_sites, inTrees);
  }

  function run(tool) {
    return report.run.tool === tool;
  }

  function sentences(section, texts) {
    if (texts.length) {
      section.append("ul").attr("class", "notes").selectAll("li").data(texts).join("li").text((each) => each);
    }
  }

  function link(parent, row, text) {
    parent.append("a").attr("href", "#" + row.id).attr("class", "to-row").text(text).on("click", (event) => {
      event.preventDefault();
      find(row);
    });
  }

  /* The row of what a frame is called. */
  function rowOf(frame) {
    const name = frame.replace(/ \[[a-z]+\]$/, "");
    const [, type] = /^<(?:lock|monitor) wait: (.*)>$/.exec(name) || [];
    const key = type ? [...rowsByName.keys()].find((each) => each.startsWith(type + " #")) : name;
    return rowsByName.get(key);
  }

  function find(row) {
    step();
    const element = document.getElementById(row.id);
    d3.selectAll("tr.found").classed("found", false);
    element.closest("details").open = true;
    element.classList.add("found");
    element.tabIndex = -1;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    keep({ row: row.id });
  }

  /* ---------------------------------------------------------------- tables */

  function tables() {
    const section = main.append("section").attr("aria-labelledby", "tables-head");
    section.append("h2").attr("id", "tables-head").text("Tables");
    for (const each of report.tables) {
      table(section, each);
    }
  }

  function table(section, each) {
    const part = section.append("details").attr("open", each.rows.length ? "" : null).attr("id", "table-" + each.key);
    const summary = part.append("summary");
    summary.append("span").text(each.title + " ");
    const more = each.row_count > each.rows.length ? ", " + count(each.rows.length) + " of " + count(each.row_count) : "";
    summary.append("small").text(each.rows.length ? "(" + each.order + more + ")" : "none" + asFarAsKnown());
    if (each.rows.length) {
      const columns = each.columns.filter((column) => column.unit !== "id" && each.rows.some((row) => row[column.key] !== null));
      const name = columns[columns.length - 1];
      // Words first, in the order in which they are read.
      columns.sort((a, b) => isNumber(a.unit) - isNumber(b.unit));
      const grid = part.append("div").attr("class", "scroll").attr("tabindex", 0).attr("role", "region").attr("aria-label", each.title)
          .append("table");
      const heads = grid.append("thead").append("tr").selectAll("th").data(columns).join("th").attr("scope", "col")
          .attr("class", (column) => (column === name ? "name" : isNumber(column.unit) ? null : "text")).attr("title", (column) => column.meaning);
      heads.each(function (column) {
        const button = d3.select(this).append("button").attr("type", "button").on("click", () => sort(each, columns, name, grid, column));
        if (column.meaning.startsWith("share of the state")) {
          swatch(button, column.key);
        }
        button.append("span").text(column.head);
      });
      each.rows.forEach((row, i) => {
        row.id = "row-" + each.key + "-" + i;
        if (each.key === "threads") {
          rowsOfThreads.set(row.thread_id, { id: row.id, table: each.title });
          return;
        }
        for (const text of [row[name.key]]) {
          if (typeof text === "string" && !rowsByName.has(text)) {
            rowsByName.set(text, { id: row.id, table: each.title });
          }
        }
      });
      const kept = (view.get("sort") || "").split(".");
      const sorted = kept[0] === each.key && columns.find((column) => column.key === kept[1]);
      fill(grid, columns, name, each.rows);
      if (sorted) {
        sort(each, columns, name, grid, sorted, kept[2] === "up");
      }
    }
    sentences(part, each.notes.map((note) => note.says));
  }

  function fill(grid, columns, name, rows) {
    grid.selectAll("tbody").remove();
    const lines = grid.append("tbody").selectAll("tr").data(rows).join("tr").attr("id", (row) => row.id);
    columns.forEach((column) => {
      const cells = lines.append(column === name ? "th" : "td").text((row) => shown(column.unit, row[column.key]));
      if (column === name) {
        cells.attr("scope", "row").attr("class", "name").each(function (row) {
          portions(d3.select(this), row);
          histogram(d3.select(this), row);
        });
      } else if (!isNumber(column.unit)) {
        cells.attr("class", "text");
        if (column.key === "stack") {
          cells.each(cut);
        }
      }
    });
  }

  /* Of a long stack the first lines, until it is clicked; lines end between frames. */
  function cut() {
    const text = this.textContent.replaceAll(";", "; ");
    d3.select(this).text(null).append("div").attr("class", "cut").attr("title", text).text(text).on("click", function () {
      this.classList.toggle("cut");
    });
  }

  function portions(cell, row) {
    if (row.portions) {
      const first = row.portions.filter((each) => each.what === row.portions[0].what);
      const whole = row.waited || d3.sum(first, (each) => each.ns) || 1;
      const items = cell.append("ul").selectAll("li").data(row.portions.slice(0, 6)).join("li")
          .text((each) => percent(each.ns / whole) + " " + (each.what === "made of" ? "" : each.what + " ") + each.name);
      items.filter((each) => each.in_hold).append("ul").selectAll("li").data((each) => each.in_hold.says).join("li")
          .text((each) => each);
    }
  }

  /* How many waits took how long: a bar for each range, as high as its share of the largest. */
  function histogram(cell, row) {
    if (!row.histogram || d3.sum(row.histogram, (each) => each.waits) < 2) {
      return;
    }
    const most = d3.max(row.histogram, (each) => each.waits);
    const says = (each) => (each.to_ns === undefined ? time(each.from_ns) + " and longer" : each.from_ns === 0 ? "below " + time(each.to_ns)
        : time(each.from_ns) + " to " + time(each.to_ns));
    const bars = cell.append("div").attr("class", "histogram").attr("role", "img")
        .attr("aria-label", "Single waits: " + row.histogram.filter((each) => each.waits).map((each) => count(each.waits) + " " + says(each)).join(", "))
        .selectAll("span").data(row.histogram).join("span").attr("title", (each) => counted(each.waits, "wait") + " " + says(each));
    bars.append("b").text((each) => (each.waits ? count(each.waits) : ""));
    bars.append("i").style("height", (each) => (each.waits ? Math.max(1, 26 * each.waits / most) : 0) + "px");
    bars.append("small").text((each) => (each.to_ns === undefined ? "\u2265" + roundTime(each.from_ns) : "<" + roundTime(each.to_ns)));
  }

  /* A power of ten, with its unit in another line. */
  function roundTime(nanos) {
    const unit = nanos >= 1e6 ? 2 : 1;
    return Math.round(nanos / 1000 ** unit) + "\n" + UNITS[unit];
  }

  function sort(each, columns, name, grid, column, isUp) {
    const heads = grid.selectAll("thead th");
    const head = heads.filter((candidate) => candidate === column);
    const up = isUp === undefined ? head.attr("aria-sort") === "descending" : isUp;
    heads.attr("aria-sort", null);
    head.attr("aria-sort", up ? "ascending" : "descending");
    const value = (row) => (row[column.key] === null ? (isNumber(column.unit) ? -1 : "") : row[column.key]);
    fill(grid, columns, name, each.rows.slice().sort((a, b) => (up ? d3.ascending : d3.descending)(value(a), value(b))));
    keep({ sort: each.key + "." + column.key + "." + (up ? "up" : "down") });
  }

  /* ---------------------------------------------------------------- timeline */

  const STATE_HEIGHT = 16;
  const LABEL_HEIGHT = 13;
  const SMALL = 640;
  let canvas;
  let pen;
  let scroller;
  let axis;
  let zoom;
  let width = 0;
  let height = 0;
  let transform = d3.zoomIdentity;
  let selected = { row: 0, from: 0, to: 0 };
  let hovered = null;
  let isDue = false;

  function isNarrow() {
    return width < SMALL;
  }

  function gutter() {
    return isNarrow() ? 4 : 190;
  }

  function rowHeight() {
    return (isNarrow() ? 16 : 0) + STATE_HEIGHT + LABEL_HEIGHT + 7;
  }

  function base() {
    return d3.scaleLinear([0, Math.max(1, timeline.duration_ns)], [gutter(), width - 4]);
  }

  function scale() {
    return transform.rescaleX(base());
  }

  function drawTimeline() {
    const section = main.append("section").attr("aria-labelledby", "timeline-head");
    section.append("h2").attr("id", "timeline-head").text("Timeline ").append("small")
        .text("what each thread did: its state, and under it the code of its task or region");
    unpack();
    const bar = section.append("div").attr("class", "bar");
    const button = (id, text, name, action) =>
        bar.append("button").attr("type", "button").attr("id", id).attr("aria-label", name).text(text).on("click", action);
    button("zoom-in", "+", "Zoom in", () => zoomBy(2));
    button("zoom-out", "\u2212", "Zoom out", () => zoomBy(0.5));
    button("zoom-all", "Whole run", "Show the whole run", () => zoomTo(0, timeline.duration_ns));
    if (arrows.length) {
      button("arrows", "Arrows", "Draw the arrows between threads", () => {
        showsArrows = !showsArrows;
        keep({ arrows: showsArrows ? null : "off" });
        redraw();
      });
    }
    bar.append("span").attr("id", "range").attr("role", "status");
    bar.append("span").text("Drag to move, Ctrl and wheel or two fingers to zoom. Keys: arrows, + and \u2212, 0; , and . for what is before and after"
        + (arrows.length ? "; Enter for where an arrow comes from." : "."));
    const legend = section.append("ul").attr("class", "legend").attr("aria-label", "States");
    const seen = new Set(timeline.rows.flatMap((row) => row.levels[0].state));
    legend.selectAll("li").data(timeline.states.filter((state, i) => seen.has(i))).join("li").each(function (state) {
      swatch(d3.select(this), state.key);
      d3.select(this).append("span").text(state.head);
    });
    if (timeline.late_begins) {
      legend.append("li").attr("id", "late-legend").text("\u25BC task began later than due");
    }
    arrowLegend(section);
    lateNotes(section);
    const box = section.append("div").attr("id", "timeline");
    axis = box.append("svg").attr("aria-hidden", "true").append("g").attr("transform", "translate(0,22)");
    counterCanvas = box.append("canvas").attr("id", "counters").attr("role", "img").attr("aria-label", counterWords())
        .on("mousemove", (event) => pointAt(d3.pointer(event)[0])).on("mouseleave", () => pointAt(null));
    scroller = box.append("div").attr("id", "rows").on("scroll", redraw);
    canvas = scroller.append("canvas").attr("tabindex", 0).attr("role", "application")
        .attr("aria-roledescription", "timeline").attr("aria-describedby", "told")
        .attr("aria-label", "Timeline of " + count(timeline.rows.length) + " threads. Up and down choose a thread, comma and full stop an interval.");
    scroller.append("div").attr("id", "space");
    pen = canvas.node().getContext("2d");
    section.append("div").attr("id", "told").attr("aria-live", "polite").append("span")
        .text(timeline.rows.length ? "Choose an interval to read what it is." : "There is nothing to show.");
    if (data.counters && !data.counters.of_all_pools) {
      sentences(section, ["There are more pools than queues were followed over time: another one may be longer than those that are shown."]);
    }
    if (timeline.left_out) {
      sentences(section, ["Left out of the timeline: " + counted(timeline.left_out, "thread") + " more, which worked least."]);
    }
    zoom = d3.zoom().filter((event) => event.type !== "wheel" ? !event.button : event.ctrlKey || event.metaKey || event.shiftKey)
        .on("zoom", (event) => {
          transform = event.transform;
          const range = visible();
          const isAll = transform.k === 1;
          keep({ from: isAll ? null : Math.round(range[0]), to: isAll ? null : Math.round(range[1]) });
          redraw();
        });
    canvas.call(zoom).on("keydown", keyed).on("click", clicked).on("mousemove", hovers).on("mouseleave", () => hover(null)).on("dblclick.zoom", null).on("dblclick", (event) => {
      const at = hit(event);
      if (at) {
        zoomTo(at.from - (at.to - at.from) * 0.1, at.to + (at.to - at.from) * 0.1);
      }
    });
    new ResizeObserver(resize).observe(scroller.node());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      looks = new Map();
      paintSwatches();
      paintArrowSwatches();
      redraw();
      if (flames) {
        flames.redraw();
      }
    });
    resize();
  }

  /* Rectangles stand as the time since the one before, their length, and what they are. */
  function unpack() {
    for (const row of timeline.rows) {
      for (const level of row.levels) {
        const from = new Float64Array(level.gap.length);
        const to = new Float64Array(level.gap.length);
        let at = 0;
        for (let i = 0; i < from.length; i++) {
          from[i] = at + level.gap[i];
          to[i] = at = from[i] + level.length[i];
        }
        level.from = from;
        level.to = to;
      }
      row.lateAt = row.late ? Array.from(d3.cumsum(row.late.gap)) : [];
    }
  }

  function visible() {
    const x = scale();
    return [Math.max(0, x.invert(gutter())), Math.min(timeline.duration_ns, x.invert(width - 4))];
  }

  function resize() {
    const box = scroller.node();
    const before = visible();
    const first = width === 0;
    const pixels = window.devicePixelRatio || 1;
    width = box.clientWidth;
    const all = Math.max(1, timeline.rows.length) * rowHeight();
    height = Math.min(all, matchMedia("print").matches ? all : Math.max(120, window.innerHeight * 0.6));
    counterCanvas.attr("width", width * pixels).attr("height", counters.length * counterHeight() * pixels)
        .style("width", width + "px").style("height", counters.length * counterHeight() + "px");
    counterCanvas.node().getContext("2d").setTransform(pixels, 0, 0, pixels, 0, 0);
    canvas.attr("width", width * pixels).attr("height", height * pixels).style("height", height + "px");
    d3.select("#space").style("height", all - height + "px");
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    const extent = [[gutter(), 0], [width - 4, height]];
    zoom.extent(extent).translateExtent(extent).scaleExtent([1, Math.max(1, timeline.duration_ns / 200)]);
    if (first) {
      if (view.has("from")) {
        zoomTo(Number(view.get("from")), Number(view.get("to")));
      }
    } else if (transform.k !== 1) {
      zoomTo(before[0], before[1]);
    }
    redraw();
  }

  function zoomTo(from, to) {
    const least = timeline.duration_ns / zoom.scaleExtent()[1];
    const begin = Math.max(0, Math.min(from, timeline.duration_ns));
    const end = Math.max(begin + least, Math.min(to, timeline.duration_ns));
    const x = base();
    const k = (width - 4 - gutter()) / Math.max(1e-9, x(end) - x(begin));
    canvas.call(zoom.transform, d3.zoomIdentity.translate(gutter() - k * x(begin), 0).scale(k));
  }

  /* Around what is selected, else around the middle of the view. */
  function zoomBy(factor) {
    const at = scale()((selected.from + selected.to) / 2);
    const isSelected = selected.to > selected.from && at >= gutter() && at <= width - 4;
    canvas.call(zoom.scaleBy, factor, isSelected ? [at, 0] : null);
  }

  function redraw() {
    if (!isDue) {
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        draw();
      });
    }
  }

  function draw() {
    const x = scale();
    const range = visible();
    d3.select("#range").text(moment(range[0], (range[1] - range[0]) / 500) + " to " + moment(range[1], (range[1] - range[0]) / 500));
    const ticks = isNarrow() ? 4 : 8;
    const [from, to] = x.domain();
    axis.call(d3.axisTop(x).ticks(ticks).tickFormat((at) => moment(at, d3.tickStep(from, to, ticks))));
    axis.selectAll(".tick").style("display", (at) => (x(at) < gutter() - 1 ? "none" : null))
        .select("text").style("text-anchor", (at) => (x(at) < 20 ? "start" : x(at) > width - 24 ? "end" : null));
    pen.clearRect(0, 0, width, height);
    const top = scroller.node().scrollTop;
    const step = rowHeight();
    const last = Math.min(timeline.rows.length - 1, Math.floor((top + height) / step));
    for (let i = Math.floor(top / step); i <= last; i++) {
      drawRow(timeline.rows[i], i, i * step - top, x, range);
    }
    drawArrows(x, range, top);
    drawCounters(x, range);
  }

  /* The coarsest level that shows all that a pixel can; the finest there is if none does. */
  function levelOf(row, range) {
    const perPixel = (range[1] - range[0]) / Math.max(1, width);
    let chosen = row.levels[0];
    for (const each of row.levels) {
      if (each.grain_ns <= perPixel) {
        chosen = each;
      }
    }
    return chosen;
  }

  function drawRow(row, index, y, x, range) {
    const left = gutter();
    const isChosen = index === selected.row;
    const bandY = y + 3 + (isNarrow() ? 16 : 0);
    pen.font = (isChosen ? "600 " : "") + "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillStyle = css("text");
    pen.textAlign = "left";
    if (isNarrow()) {
      pen.fillText(fittedName(row.thread, width - 8), 4, y + 11);
    } else {
      pen.fillText(fittedName(row.thread, left - 14), 6, bandY + STATE_HEIGHT / 2);
    }
    pen.save();
    pen.beginPath();
    pen.rect(left, y, width - left - 4, rowHeight());
    pen.clip();
    const level = levelOf(row, range);
    const bandText = css("text");
    let labelFrom = 0;
    let label = 0;
    let labelTo = 0;
    const endLabel = () => {
      if (label) {
        const fromX = Math.max(left, x(labelFrom));
        const wide = Math.min(width - 4, x(labelTo)) - fromX;
        pen.fillStyle = css("line");
        pen.fillRect(fromX, bandY + STATE_HEIGHT + 1, Math.max(1, wide - 0.5), LABEL_HEIGHT - 2);
        if (wide > 30) {
          pen.fillStyle = bandText;
          pen.font = "10px system-ui, sans-serif";
          pen.fillText(fitted(short(timeline.labels[label]), wide - 6), fromX + 3, bandY + STATE_HEIGHT + LABEL_HEIGHT / 2);
        }
      }
    };
    for (let i = d3.bisectRight(level.to, range[0]); i < level.from.length && level.from[i] < range[1]; i++) {
      const fromX = x(level.from[i]);
      const wide = Math.max(0.7, x(level.to[i]) - fromX);
      const state = timeline.states[level.state[i]];
      const visibleX = Math.max(left, fromX);
      const visibleWidth = Math.min(width - 4, fromX + wide) - visibleX;
      pen.fillStyle = look(state.key);
      pen.fillRect(visibleX, bandY, visibleWidth, STATE_HEIGHT);
      if (visibleWidth > 46) {
        pen.font = "11px system-ui, sans-serif";
        const text = fitted(state.head, visibleWidth - 10);
        pen.fillStyle = css("ground");
        pen.fillRect(visibleX + 3, bandY + 2, pen.measureText(text).width + 4, STATE_HEIGHT - 4);
        pen.fillStyle = bandText;
        pen.fillText(text, visibleX + 5, bandY + STATE_HEIGHT / 2 + 0.5);
      }
      if (level.label[i] !== label || level.from[i] > labelTo) {
        endLabel();
        label = level.label[i];
        labelFrom = level.from[i];
      }
      labelTo = level.to[i];
    }
    endLabel();
    drawLate(row, bandY, x, range);
    pen.strokeStyle = css("text");
    if (isChosen && selected.to > selected.from) {
      pen.lineWidth = 2;
      const fromX = x(selected.from);
      pen.strokeRect(fromX, bandY - 1, Math.max(3, x(selected.to) - fromX), STATE_HEIGHT + 2);
    }
    pen.restore();
    pen.fillStyle = css("line");
    pen.fillRect(0, y + rowHeight() - 1, width, 1);
  }

  function fitted(text, room, on = pen) {
    return cutTo(text, room, on, (letters, length) => letters.slice(0, length).join("") + "\u2026");
  }

  /* Cut in the middle: names of threads differ at their ends. */
  function fittedName(text, room) {
    return cutTo(text, room, pen, (letters, length) =>
      letters.slice(0, Math.ceil(length / 2)).join("") + "\u2026" + letters.slice(letters.length - Math.floor(length / 2)).join(""));
  }

  /* Cut so that as many letters as possible are left. */
  function cutTo(text, room, on, cut) {
    if (on.measureText(text).width <= room) {
      return text;
    }
    const letters = Array.from(text);
    let length = Math.max(0, Math.min(letters.length - 1, Math.floor(room / 5)));
    while (length > 0 && on.measureText(cut(letters, length)).width > room) {
      length--;
    }
    return length === 0 ? "" : cut(letters, length);
  }

  /* Without packages. */
  function short(text) {
    return text.replace(/^([a-z][\w$]*\.)+(?=[A-Z])/, "");
  }

  function hit(event) {
    const [x, y] = d3.pointer(event, canvas.node());
    const index = Math.floor((y + scroller.node().scrollTop) / rowHeight());
    const row = timeline.rows[index];
    return row && x >= gutter() ? at(index, scale().invert(x)) : row ? { row: index, from: 0, to: 0 } : null;
  }

  function at(index, nanos) {
    const level = levelOf(timeline.rows[index], visible());
    const i = d3.bisectRight(level.to, nanos);
    return i < level.from.length && level.from[i] <= nanos ? pick(index, level, i) : { row: index, from: 0, to: 0 };
  }

  function pick(index, level, i) {
    return { row: index, level, i, from: level.from[i], to: level.to[i] };
  }

  function hovers(event) {
    hover(event.buttons ? null : hit(event));
  }

  function hover(found) {
    const same = found === hovered || found && hovered && found.row === hovered.row && found.from === hovered.from && found.to === hovered.to;
    hovered = found;
    if (!same) {
      redraw();
    }
  }

  function clicked(event) {
    const found = hit(event);
    if (found) {
      choose(found);
    }
  }

  function choose(found) {
    selected = found;
    const row = timeline.rows[found.row];
    const told = d3.select("#told").text("");
    told.append("b").text(row.thread);
    if (found.level) {
      const { level, i } = found;
      const state = timeline.states[level.state[i]];
      const share = level.share[i];
      told.append("span").text(": " + (share === 100 ? "" : "at least " + share + " % ") + state.head + " (" + state.key + "), "
          + time(found.to - found.from) + " from " + moment(found.from, (found.to - found.from) / 10) + ". ");
      const label = timeline.labels[level.label[i]];
      if (label) {
        told.append("span").text((share === 100 ? "Code: " : "Longest in it: ") + label + ". ");
        const known = rowsByName.get(label);
        if (known) {
          link(told, known, "Row of the table " + known.table);
          told.append("span").text(" ");
        }
        const frame = flames && flames.find([label], ["samples", "wall"]);
        if (frame) {
          told.append("a").attr("href", "#metric=" + frame.key + "&frame=" + frame.frame).attr("class", "to-flames").text("In the flame graph")
              .on("click", (event) => {
                event.preventDefault();
                flames.show(frame);
              });
          told.append("span").text(" ");
        }
      }
    } else if (found.says) {
      told.append("span").text(": " + found.says + " ");
    } else {
      told.append("span").text(": nothing was recorded there. ");
    }
    tellLate(told, found);
    tellArrows(told, found);
    const threads = rowsOfThreads.get(row.thread_id);
    if (threads) {
      link(told, threads, "Row of the table " + threads.table);
    }
    keep({ thread: row.thread_id });
    const step = rowHeight();
    const box = scroller.node();
    if (found.row * step < box.scrollTop || (found.row + 1) * step > box.scrollTop + height) {
      box.scrollTop = Math.max(0, found.row * step - height / 3);
    }
    redraw();
  }

  function show(i) {
    const finding = report.findings[i];
    const { from_ns: from, to_ns: to, thread_id: thread } = finding.interval;
    d3.selectAll("li.finding").attr("aria-current", null);
    d3.select("#finding-" + i).attr("aria-current", "true");
    showInTimeline(thread, from, to, finding.says, finding.interval.thread);
    keep({ finding: i });
    const row = rowsByName.get(finding.object);
    if (row) {
      const told = d3.select("#told");
      told.append("span").text(" ");
      link(told, row, "Row of the table " + row.table);
    }
  }

  /* An interval of a thread, with something around it. */
  function showInTimeline(thread, from, to, says, name) {
    step();
    const room = Math.max(500, (to - from) * 0.15);
    zoomTo(from - room, to + room);
    const index = timeline.rows.findIndex((row) => row.thread_id === thread);
    if (index < 0) {
      tellWithoutRow(thread, says, name);
    } else {
      choose({ row: index, from, to, says });
    }
    document.getElementById("timeline-head").scrollIntoView();
    canvas.node().focus({ preventScroll: true });
  }

  /* Virtual threads have no row, nor have the threads that worked least if there are very many. */
  function tellWithoutRow(thread, says, name) {
    selected = { row: selected.row, from: 0, to: 0 };
    keep({ thread: null });
    const told = d3.select("#told").text("");
    told.append("b").text(name || "");
    told.append("span").text((name ? ": " : "") + says + (thread ? " The timeline shows this time, but has no row of this thread. " : " "));
    redraw();
  }

  function keyed(event) {
    const pan = (share) => {
      const [from, to] = visible();
      const by = Math.max(-from, Math.min(timeline.duration_ns - to, (to - from) * share));
      zoomTo(from + by, to + by);
    };
    const next = (by) => {
      const rows = timeline.rows;
      const level = selected.level || levelOf(rows[selected.row], visible());
      const from = selected.level ? selected.i + by : d3.bisectRight(level.to, visible()[0]);
      if (from >= 0 && from < level.from.length) {
        choose(pick(selected.row, level, from));
        const [begin, end] = visible();
        if (selected.from < begin || selected.to > end) {
          zoomTo(selected.from - (end - begin) / 2, selected.from + (end - begin) / 2);
        }
      }
    };
    const move = (by) => {
      const row = Math.max(0, Math.min(timeline.rows.length - 1, selected.row + by));
      const middle = (visible()[0] + visible()[1]) / 2;
      choose(at(row, selected.to > selected.from ? selected.from : middle));
    };
    const actions = {
      ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2), ArrowUp: () => move(-1), ArrowDown: () => move(1),
      "+": () => zoomBy(2), "=": () => zoomBy(2), "-": () => zoomBy(0.5), 0: () => zoomTo(0, timeline.duration_ns),
      Home: () => zoomTo(0, timeline.duration_ns), ",": () => next(-1), ".": () => next(1), Enter: () => follow(),
    };
    if (timeline.rows.length && actions[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      actions[event.key]();
    }
  }

  /* ---------------------------------------------------------------- numbers over time */

  const COUNTER_HEIGHT = 34;
  const counters = unpackCounters();
  let counterCanvas;
  let pointed = null;

  /* With what each number adds up to at the end of each step, so that the mean of any time is a difference. */
  function unpackCounters() {
    return (data.counters ? data.counters.lines : []).map((line) => {
      const sums = new Float64Array(line.hundredths.length + 1);
      line.hundredths.forEach((each, i) => {
        sums[i + 1] = sums[i] + each / 100;
      });
      return { name: line.name, step: line.step_ns, sums, most: d3.max(line.hundredths) / 100 };
    });
  }

  function counterHeight() {
    return COUNTER_HEIGHT + (isNarrow() ? 15 : 0);
  }

  function meanOf(counter, from, to) {
    const sumTo = (nanos) => {
      const steps = Math.max(0, Math.min(counter.sums.length - 1, nanos / counter.step));
      const whole = Math.min(counter.sums.length - 2, Math.floor(steps));
      return counter.sums[whole] + (counter.sums[whole + 1] - counter.sums[whole]) * (steps - whole);
    };
    return to > from ? (sumTo(to) - sumTo(from)) * counter.step / (to - from) : 0;
  }

  function fewDigits(number) {
    return number >= 100 || Number.isInteger(number) ? count(number) : number.toFixed(number >= 10 ? 1 : 2);
  }

  function counterWords() {
    return "Over the whole run: " + counters.map((each) => each.name + " " + fewDigits(meanOf(each, 0, timeline.duration_ns))
        + " on average, at most " + fewDigits(each.most) + " on average of " + time(each.step)).join("; ");
  }

  function pointAt(x) {
    pointed = x;
    redraw();
  }

  /* One above the other, in the time of the rows: each pixel is as high as the mean of its time. */
  function drawCounters(x, range) {
    const on = counterCanvas.node().getContext("2d");
    const left = gutter();
    on.clearRect(0, 0, width, counters.length * counterHeight());
    counters.forEach((counter, i) => {
      const bottom = (i + 1) * counterHeight() - 3;
      const high = COUNTER_HEIGHT - 8;
      on.fillStyle = css("bar");
      for (let pixel = left; pixel < width - 4; pixel++) {
        const mean = meanOf(counter, x.invert(pixel), Math.min(timeline.duration_ns, x.invert(pixel + 1)));
        // One thread, or one task, has the full height if there are never more.
        const tall = mean > 0 ? Math.max(1, high * mean / Math.max(1, counter.most)) : 0;
        on.fillRect(pixel, bottom - tall, 1, tall);
      }
      const isHere = pointed !== null && pointed >= left && pointed < width - 4;
      const from = isHere ? x.invert(pointed) : range[0];
      const to = isHere ? Math.min(timeline.duration_ns, Math.max(x.invert(pointed + 1), from + counter.step)) : range[1];
      const says = (isHere ? "at " + moment(from, (range[1] - range[0]) / 500) + ": " : "mean ") + fewDigits(meanOf(counter, from, to)) + ", highest " + fewDigits(counter.most);
      on.textBaseline = "middle";
      on.textAlign = "left";
      on.fillStyle = css("text");
      on.font = "12px system-ui, sans-serif";
      if (isNarrow()) {
        on.fillText(fitted(counter.name + " (" + says + ")", width - 8, on), 4, bottom - high - 9);
      } else {
        on.fillText(fitted(counter.name, left - 14, on), 6, bottom - high + 6);
        on.fillStyle = css("faint");
        on.font = "11px system-ui, sans-serif";
        on.fillText(fitted(says, left - 14, on), 6, bottom - 6);
      }
      on.fillStyle = css("line");
      on.fillRect(0, bottom + 2, width, 1);
      if (isHere) {
        on.fillStyle = css("text");
        on.fillRect(pointed, bottom - high, 1, high);
      }
    });
  }

  /* ---------------------------------------------------------------- tasks that began late */

  /* Of those that would cover each other the first one is drawn. */
  function drawLate(row, bandY, x, range) {
    pen.strokeStyle = css("ground");
    pen.fillStyle = css("text");
    pen.lineWidth = 1.5;
    let last = -Infinity;
    for (let i = d3.bisectLeft(row.lateAt, range[0]); i < row.lateAt.length && row.lateAt[i] <= range[1]; i++) {
      const at = x(row.lateAt[i]);
      if (at - last >= APART) {
        last = at;
        pen.beginPath();
        pen.moveTo(at - 4, bandY - 2);
        pen.lineTo(at + 4, bandY - 2);
        pen.lineTo(at, bandY + 5);
        pen.closePath();
        pen.stroke();
        pen.fill();
      }
    }
  }

  function tellLate(told, found) {
    const row = timeline.rows[found.row];
    const all = d3.range(row.lateAt.length).filter((i) => row.lateAt[i] >= found.from && row.lateAt[i] < found.to);
    if (all.length) {
      const worst = d3.greatest(all, (i) => row.late.ns[i]);
      const isThinned = row.late.grain_ns > 0;
      told.append("span").attr("class", "late").text((isThinned ? "At least " : "") + counted(all.length, "task") + " began later than due"
          + (isThinned || all.length > 1 ? ", at most" + (isThinned ? ", of those on this page," : "") : "")
          + " by " + time(row.late.ns[worst]) + ", at " + moment(row.lateAt[worst], row.late.ns[worst] / 10) + ". ");
    }
  }

  function lateNotes(section) {
    const shown = d3.sum(timeline.rows, (row) => row.lateAt.length);
    if (timeline.late_begins > shown) {
      const grain = d3.max(timeline.rows, (row) => (row.late ? row.late.grain_ns : 0));
      sentences(section, [count(timeline.late_begins - shown) + " of " + counted(timeline.late_begins, "task") + " that began later than due are not marked on this page."
          + (grain ? " Of those that began on one thread within " + time(grain) + " of each other the one that is most late is." : "")]);
    }
  }

  /* ---------------------------------------------------------------- arrows between threads */

  /* Each kind has a dash of its own, so that no meaning hangs on the colour alone. */
  const ARROWS = {
    task: { dash: [], says: "task created \u2192 begins on another thread" },
    release: { dash: [7, 3], says: "lock released \u2192 got by a thread that waited" },
    wakeup: { dash: [2, 3], says: "wake-up \u2192 end of the wait" },
  };
  /* So many are drawn unasked: of more one sees nothing. */
  const MOST_IN_VIEW = 150;
  const MOST_OF_ONE = 40;
  const APART = 5;

  /* As objects, those that end what took longest first. */
  function unpackArrows() {
    const packed = timeline.arrows;
    const all = [];
    let row = -1;
    let at = 0;
    for (let i = 0; i < packed.row.length; i++) {
      at = packed.row[i] === row ? at + packed.gap[i] : packed.gap[i];
      row = packed.row[i];
      all.push({
        kind: packed.kinds[packed.kind[i]], fromRow: packed.from_row[i], from: at - packed.length[i], row, to: at, took: packed.took[i],
        object: packed.objects[packed.object[i]],
      });
    }
    all.sort((a, b) => b.took - a.took);
    return all;
  }

  const arrows = unpackArrows();
  let showsArrows = view.get("arrows") !== "off";

  function arrowLegend(section) {
    const packed = timeline.arrows;
    if (!arrows.length && !packed.told) {
      return;
    }
    const legend = section.append("ul").attr("class", "legend").attr("id", "arrow-legend").attr("aria-label", "Arrows");
    const kinds = Object.keys(ARROWS).filter((kind) => arrows.some((each) => each.kind === kind));
    legend.selectAll("li").data(kinds).join("li").each(function (kind) {
      d3.select(this).append("canvas").attr("class", "arrow-swatch").attr("width", 34).attr("height", 12).attr("aria-hidden", "true").attr("data-kind", kind);
      d3.select(this).append("span").text(ARROWS[kind].says);
    });
    paintArrowSwatches();
    section.append("p").attr("id", "arrow-status").attr("class", "facts");
    const notes = [];
    if (packed.told > arrows.length) {
      notes.push(count(packed.told - arrows.length) + " of " + count(packed.told) + " arrows are not on this page. "
          + (packed.grain_ns ? "Of those of one kind that end in one thread within " + time(packed.grain_ns) + " of each other, the one after the longest wait is." : ""));
    }
    if (packed.not_followed) {
      notes.push("Of " + counted(packed.not_followed, "task") + " it is not known where they were created, because too many were waiting to begin.");
    }
    sentences(section, notes);
  }

  function paintArrowSwatches() {
    d3.selectAll("canvas.arrow-swatch").each(function () {
      const on = this.getContext("2d");
      on.clearRect(0, 0, 34, 12);
      line(on, this.dataset.kind, 2, 6, 31, 6, 2);
    });
  }

  function line(on, kind, x, y, toX, toY, wide) {
    const angle = Math.atan2(toY - y, toX - x);
    const head = 7;
    const shaftX = toX - head * 0.8 * Math.cos(angle);
    const shaftY = toY - head * 0.8 * Math.sin(angle);
    const stroke = (colour, width, dash) => {
      on.strokeStyle = colour;
      on.lineWidth = width;
      on.setLineDash(dash);
      on.beginPath();
      on.moveTo(x, y);
      on.lineTo(shaftX, shaftY);
      on.stroke();
      on.setLineDash([]);
    };
    // What is around it stays apart from it, whatever that is.
    stroke(css("ground"), wide + 2.5, []);
    stroke(css("arrow-" + kind), wide, ARROWS[kind].dash);
    on.fillStyle = css("arrow-" + kind);
    on.strokeStyle = css("ground");
    on.lineWidth = 1;
    on.beginPath();
    on.moveTo(toX, toY);
    on.lineTo(toX - head * Math.cos(angle - 0.45), toY - head * Math.sin(angle - 0.45));
    on.lineTo(toX - head * Math.cos(angle + 0.45), toY - head * Math.sin(angle + 0.45));
    on.closePath();
    on.stroke();
    on.fill();
  }

  /* Those that begin or end in what is chosen, first the one that led there. */
  function arrowsOf(found) {
    if (!found || !(found.to > found.from)) {
      return [];
    }
    const isIn = (at) => at >= found.from && at <= found.to;
    const all = arrows.filter((each) => each.row === found.row && isIn(each.to) || each.fromRow === found.row && isIn(each.from));
    return all.sort((one, other) => (other === found.by) - (one === found.by));
  }

  function drawArrows(x, range, top) {
    const status = d3.select("#arrow-status");
    d3.select("#arrows").attr("aria-pressed", showsArrows);
    const step = rowHeight();
    const inView = (row) => row * step + step > top && row * step < top + height;
    const asked = new Set([...arrowsOf(selected).slice(0, MOST_OF_ONE), ...arrowsOf(hovered).slice(0, MOST_OF_ONE)]);
    const visible = arrows.filter((each) => each.to >= range[0] && each.from <= range[1] && (inView(each.row) || inView(each.fromRow)));
    const drawn = [];
    const places = new Set();
    let covered = 0;
    if (showsArrows && visible.length <= MOST_IN_VIEW) {
      for (const each of visible) {
        const near = (at) => Math.round(x(at) / APART);
        const place = [each.fromRow, near(each.from), each.row, near(each.to)].join();
        if (!places.has(place)) {
          places.add(place);
          drawn.push(each);
        } else if (!asked.has(each)) {
          covered++;
        }
      }
    }
    status.text(!arrows.length ? "" : !showsArrows ? counted(visible.length, "arrow") + " in view, not drawn but for what is chosen."
        : visible.length > MOST_IN_VIEW ? counted(visible.length, "arrow") + " in view. Zoom in to see all; of what is chosen or under the pointer they are drawn."
        : counted(visible.length, "arrow") + " in view" + (covered ? ", " + count(covered) + " of them under others: zoom in to see each." : "."));
    pen.save();
    pen.beginPath();
    pen.rect(gutter(), 0, width - gutter() - 4, height);
    pen.clip();
    for (const each of [...drawn.filter((one) => !asked.has(one)), ...asked]) {
      const down = each.row > each.fromRow;
      const band = (row) => row * step - top + 3 + (isNarrow() ? 16 : 0);
      line(pen, each.kind, x(each.from), band(each.fromRow) + (down ? STATE_HEIGHT - 3 : 3), x(each.to),
          band(each.row) + (down ? 1 : STATE_HEIGHT - 1), asked.has(each) ? 2.6 : 1.4);
    }
    pen.restore();
  }

  /* In words, with a link to the other end of each. */
  function tellArrows(told, found) {
    const all = arrowsOf(found);
    const most = 3;
    for (const each of all.slice(0, most)) {
      const ends = each.row === found.row && each.to >= found.from && each.to <= found.to;
      const other = timeline.rows[ends ? each.fromRow : each.row].thread;
      const of = each.object ? " " + short(each.object) : "";
      const words = {
        task: ends ? "Created by " + other + " " + time(each.took) + " before it began" : "Creates a task that begins on " + other + " after " + time(each.took),
        release: ends ? "Got" + of + ", released by " + other + ", after a wait of " + time(each.took)
            : "Releases" + of + ", which " + other + " gets after a wait of " + time(each.took),
        wakeup: ends ? "Woken by " + other + (of && ", for" + of) + ", after a wait of " + time(each.took)
            : "Wakes " + other + (of && ", for" + of) + ", after a wait of " + time(each.took),
      };
      told.append("a").attr("href", "#from=" + each.from + "&to=" + each.to).attr("class", "to-arrow").text(words[each.kind])
          .on("click", (event) => {
            event.preventDefault();
            goTo(each, ends);
          });
      told.append("span").text(". ");
    }
    if (all.length > most) {
      told.append("span").text(counted(all.length - most, "more arrow") + ". ");
    }
  }

  /* To where an arrow begins or ends, so that both ends are seen. */
  function goTo(arrow, isToItsBegin) {
    const [from, to] = visible();
    if (arrow.from < from || arrow.to > to) {
      const room = Math.max(500, (arrow.to - arrow.from) * 0.15);
      zoomTo(arrow.from - room, arrow.to + room);
    }
    choose({ ...(isToItsBegin ? at(arrow.fromRow, arrow.from) : at(arrow.row, arrow.to)), by: arrow });
    canvas.node().focus({ preventScroll: true });
  }

  /* Back along the arrow after the longest wait of those that end in what is chosen. */
  function follow() {
    const arrow = arrowsOf(selected).find((each) => each.row === selected.row && each.to >= selected.from && each.to <= selected.to);
    if (arrow) {
      goTo(arrow, true);
    }
  }

  /* ---------------------------------------------------------------- flame graph */

  const flames = data.flames && data.flames.trees.length
      ? flameGraph({ flames: data.flames, view, keep, time, count, percent, css, look, fitted, short, step, link, rowOf, showInTimeline })
      : null;

  function drawFlames() {
    const section = main.append("section").attr("aria-labelledby", "flames-head");
    section.append("h2").attr("id", "flames-head").text("Flame graph ").append("small").text("where the time went, by code");
    if (flames) {
      flames.draw(section);
    } else {
      section.append("p").text(run("sample") ? "Samples of states do not tell which code it was." : "There is nothing to show.");
    }
  }

  /* ---------------------------------------------------------------- the page */

  head();
  /* Tables are made first, since the others lead to their rows, and stand last. */
  tables();
  findings();
  drawTimeline();
  drawFlames();
  main.append(() => main.select("section").node());
  const rest = main.append("section").attr("aria-labelledby", "missing-head");
  rest.append("h2").attr("id", "missing-head").text("What is not in this report");
  sentences(rest, report.not_in_this_report);
  paintSwatches();
  if (view.has("finding") && report.findings[Number(view.get("finding"))]) {
    d3.select("#finding-" + Number(view.get("finding"))).attr("aria-current", "true");
  }
  if (view.has("thread")) {
    const index = timeline.rows.findIndex((row) => row.thread_id === Number(view.get("thread")));
    if (index >= 0) {
      selected = { row: index, from: 0, to: 0 };
    }
  }
  if (/^row-[a-z0-9_-]+$/.test(view.get("row") || "") && document.getElementById(view.get("row"))) {
    document.getElementById(view.get("row")).classList.add("found");
  }
  window.addEventListener("popstate", stepBack);
  /* Somebody else's view in this page. */
  window.addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== view.toString()) {
      location.reload();
    }
  });
  for (const each of ["beforeprint", "afterprint"]) {
    window.addEventListener(each, () => {
      resize();
      if (flames) {
        flames.resize();
      }
    });
  }
  document.documentElement.dataset.ready = "true";
})();
