"use strict";
/*
 * Where the time went: frames under those that called them, as wide as what they have of it. `page` has what the parts of the page share.
 * Answers with what the other parts need: `find` (of several names the best tree and frame, or null), `show` (what `find` found).
 */
function flameGraph(page) {
  const { view, keep, time, count, percent, css, look, fitted, short, link } = page;
  const ROW = 18;
  const LEAST = 0.5;
  const INDENT = 2;
  const trees = page.flames.trees.map(unpack);
  const names = page.flames.frames;
  const states = page.flames.states;
  let tree = trees.find((each) => each.key === view.get("metric")) || trees[page.flames.first];
  let zoomed = 0;
  let chosen = 0;
  let marked = new Set();
  let drawn = [];
  let canvas;
  let pen;
  let scroller;
  let width = 0;
  let height = 0;
  let isDue = false;
  let isKept = false;

  /* ---------------------------------------------------------------- the trees */

  /* Nodes stand in an order in which each comes before what it called, with their depths. */
  function unpack(each) {
    const nodes = each.depth.map((depth, i) => ({ i, depth, frame: each.frame[i], self: each.self[i], below: [] }));
    const open = [];
    for (const node of nodes) {
      open.length = node.depth;
      node.above = open[node.depth - 1] || null;
      if (node.above) {
        node.above.below.push(node);
      }
      open.push(node);
    }
    return { ...each, nodes };
  }

  function layOut() {
    const only = isFiltered();
    const root = d3.hierarchy(tree.nodes[0], (node) => node.below);
    root.sum((node) => (only && !isUnderMark(node) ? 0 : node.self));
    d3.partition()(root);
    root.eachAfter((each) => {
      Object.assign(each.data, { x0: each.x0, x1: each.x1, value: each.value, longest: longest(each.data) });
    });
  }

  /* The node with the longest stretch of time: this one, or one below. */
  function longest(node) {
    return node.below.reduce((found, each) => (tree.longest[each.longest] > tree.longest[found] ? each.longest : found), node.i);
  }

  function isUnderMark(node) {
    for (let each = node; each; each = each.above) {
      if (marked.has(each.frame)) {
        return true;
      }
    }
    return false;
  }

  function isAbove(node, other) {
    for (let each = other; each; each = each.above) {
      if (each === node) {
        return true;
      }
    }
    return false;
  }

  function nameOf(node) {
    return node.i === 0 ? tree.head : names[node.frame] + (tree.recursive[node.i] ? " [recursive]" : "");
  }

  /* Without packages. */
  function brief(node) {
    return short(nameOf(node)).replace(/(: )([a-z][\w$]*\.)+(?=[A-Z])/, "$1");
  }

  function amount(value) {
    return tree.unit === "ns" ? time(value) : count(value) + (value === 1 ? " sample" : " samples");
  }

  /* A frame can have more than what is shown of it while only the hits of a search are. */
  function shownOf(node) {
    return amount(node.value) + (node.value < wholeOf(node) ? " shown of " + amount(wholeOf(node)) : "");
  }

  /* ---------------------------------------------------------------- drawing */

  let buttons;
  let search;
  let only;
  let status;
  let told;

  function draw(section) {
    const bar = section.append("div").attr("class", "bar").attr("role", "group").attr("aria-label", "What the flame graph shows");
    buttons = bar.selectAll("button.metric").data(trees).join("button").attr("type", "button").attr("class", "metric")
        .attr("id", (each) => "metric-" + each.key).attr("title", (each) => each.says).text((each) => each.head)
        .on("click", (event, each) => {
          tree = each;
          view.delete("frame");
          begin(0);
        });
    search = bar.append("input").attr("type", "search").attr("id", "flame-search").attr("placeholder", "Search frames")
        .attr("aria-label", "Search frames").attr("maxlength", 200).property("value", view.get("search") || "").on("input", searched);
    const label = bar.append("label");
    only = label.append("input").attr("type", "checkbox").attr("id", "flame-only").property("checked", view.get("only") === "1")
        .on("change", () => {
          keep({ only: only.property("checked") ? "1" : null });
          begin(0);
        });
    label.append("span").text("only these");
    bar.append("button").attr("type", "button").attr("id", "flame-all").text("Zoom out").attr("aria-label", "Zoom out to all frames")
        .on("click", () => zoomTo(0));
    status = bar.append("span").attr("id", "flame-status").attr("role", "status");
    section.append("p").attr("class", "notes").attr("id", "flame-says");
    scroller = section.append("div").attr("id", "flames").on("scroll", redraw);
    canvas = scroller.append("canvas").attr("tabindex", 0).attr("role", "application").attr("aria-roledescription", "flame graph")
        .attr("aria-describedby", "flame-told").on("keydown", keyed).on("click", clicked).on("mousemove", hovered);
    scroller.append("div").attr("id", "flame-space");
    pen = canvas.node().getContext("2d");
    told = section.append("div").attr("id", "flame-told").attr("class", "told").attr("aria-live", "polite");
    const frame = Number(view.get("frame") || 0);
    mark();
    begin(tree.nodes[frame] ? frame : 0);
    isKept = true;
    new ResizeObserver(resize).observe(scroller.node());
  }

  /* What is shown without anybody's doing needs no address. */
  function kept(values) {
    if (isKept) {
      keep(values);
    }
  }

  /* Shows the tree anew, from this node on. */
  function begin(from) {
    layOut();
    buttons.attr("aria-pressed", (each) => String(each === tree));
    d3.select("#flame-says").text(tree.says + " Click, or choose with the arrow keys and press Enter, to zoom; Esc or 0 shows all.");
    canvas.attr("aria-label", "Flame graph of " + tree.head + ", " + amount(tree.amount)
        + ". Down and up choose what a frame called and what called it, left and right its neighbours, Enter zooms.");
    tellSearch();
    kept({ metric: tree.key });
    zoomed = tree.nodes[from].value > 0 ? from : 0;
    choose(zoomed);
    resize();
  }

  function resize() {
    const pixels = window.devicePixelRatio || 1;
    const isFirst = width === 0;
    width = scroller.node().clientWidth;
    const rows = rowsShown();
    const all = rows * ROW + INDENT;
    const isPrint = matchMedia("print").matches;
    height = Math.min(all, isPrint ? all : Math.max(120, window.innerHeight * 0.6));
    canvas.attr("width", width * pixels).attr("height", height * pixels).style("height", height + "px");
    d3.select("#flame-space").style("height", all - height + "px");
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    if (isFirst || isPrint) {
      paint();
    } else {
      redraw();
    }
  }

  function redraw() {
    if (!isDue) {
      isDue = true;
      requestAnimationFrame(() => {
        isDue = false;
        paint();
      });
    }
  }

  function scale() {
    const node = tree.nodes[zoomed];
    return d3.scaleLinear([node.x0, Math.max(node.x1, node.x0 + 1e-15)], [0, width]);
  }

  function rowsShown() {
    const x = scale();
    let deepest = tree.nodes[zoomed].depth;
    const walk = (node) => {
      if (x(node.x1) - x(node.x0) >= LEAST) {
        deepest = Math.max(deepest, node.depth);
        node.below.forEach(walk);
      }
    };
    walk(tree.nodes[zoomed]);
    return deepest + 1;
  }

  /* What called the zoomed frame is as wide as it. */
  function paint() {
    const x = scale();
    const top = scroller.node().scrollTop;
    drawn = [];
    pen.clearRect(0, 0, width, height);
    for (let each = tree.nodes[zoomed].above; each; each = each.above) {
      paintFrame(each, 0, width, each.depth * ROW - top, true);
    }
    const walk = (node) => {
      const from = x(node.x0);
      const wide = x(node.x1) - from;
      if (wide >= LEAST && node.value > 0) {
        paintFrame(node, from, wide, node.depth * ROW - top, false);
        node.below.forEach(walk);
      }
    };
    walk(tree.nodes[zoomed]);
  }

  function paintFrame(node, from, wide, y, isAround) {
    drawn.push({ node, from, to: from + wide, y });
    if (y > height || y + ROW < 0) {
      return;
    }
    const isMarked = marked.has(node.frame) && node.i > 0;
    const gap = wide > 3 ? 1 : 0;
    pen.fillStyle = colour(node);
    pen.fillRect(from, y, Math.max(LEAST, wide - gap), ROW - 1);
    pen.globalAlpha = 1;
    const text = wide > 24 ? fitted(brief(node), wide - 8, font(isMarked)) : "";
    if (text) {
      if (states[node.frame]) {
        pen.fillStyle = css("ground");
        pen.fillRect(from + 2, y + 2, pen.measureText(text).width + 4, ROW - 5);
      }
      pen.fillStyle = isAround ? css("faint") : css("text");
      pen.fillText(text, from + 4, y + ROW / 2);
    }
    if (isMarked) {
      pen.fillStyle = css("mark");
      pen.fillRect(from, y + ROW - 4, Math.max(1, wide - gap), 3);
    }
    if (node.i === chosen) {
      pen.strokeStyle = css("text");
      pen.lineWidth = 2;
      pen.strokeRect(from + 1, y + 1, Math.max(1, wide - gap - 2), ROW - 3);
    }
  }

  function font(isBold) {
    pen.font = (isBold ? "600 " : "") + "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    return pen;
  }

  /* States look as in the timeline; of code, places where something was made differ from methods. */
  function colour(node) {
    const state = states[node.frame];
    const isPlace = names[node.frame].includes("(");
    return state ? look(state) : css(node.i === 0 || names[node.frame].startsWith("<") ? "line" : isPlace ? "place" : "code");
  }

  /* ---------------------------------------------------------------- choosing, zooming, searching */

  function zoomTo(i) {
    zoomed = i;
    choose(i);
    resize();
    const y = tree.nodes[i].depth * ROW;
    const box = scroller.node();
    if (y < box.scrollTop || y + ROW > box.scrollTop + height) {
      box.scrollTop = Math.max(0, y - ROW * 2);
    }
  }

  function choose(i) {
    chosen = i;
    const node = tree.nodes[i];
    kept({ frame: zoomed || i || null });
    told.text("").append("b").text(nameOf(node));
    const parts = [shownOf(node)];
    if (node.above) {
      parts.push(percent(node.value / (tree.amount || 1)) + " of " + tree.head);
      if (node.above.i > 0) {
        parts.push(percent(node.value / (wholeOf(node.above) || 1)) + " of " + brief(node.above));
      }
    }
    if (node.self > 0 && node.below.length) {
      parts.push(amount(node.self) + " itself");
    }
    told.append("span").text(": " + parts.join(", ") + ". ");
    const row = node.i > 0 && page.rowOf(names[node.frame]);
    if (row) {
      link(told, row, "Row of the table " + row.table);
      told.append("span").text(" ");
    }
    const longest = node.longest;
    if (tree.longest[longest] > 0 && tree.thread[longest] > 0 && node.i > 0) {
      told.append("a").attr("href", "#timeline").attr("class", "to-timeline").text("Its longest in the timeline, " + time(tree.longest[longest]))
          .on("click", (event) => {
            event.preventDefault();
            page.showInTimeline(tree.thread[longest], tree.from[longest], tree.from[longest] + tree.longest[longest], nameOf(node));
          });
    }
    redraw();
  }

  function isFiltered() {
    return marked.size > 0 && only.property("checked");
  }

  function searched() {
    keep({ search: search.property("value") || null });
    mark();
    begin(0);
  }

  function mark() {
    const text = search.property("value").trim().toLowerCase();
    marked = new Set();
    if (text) {
      names.forEach((name, i) => {
        if (name.toLowerCase().includes(text)) {
          marked.add(i);
        }
      });
    }
  }

  function tellSearch() {
    if (!search.property("value").trim()) {
      status.text("");
      return;
    }
    let frames = 0;
    let covered = 0;
    const walk = (node, isUnder) => {
      const isMarked = marked.has(node.frame) && node.i > 0;
      frames += isMarked ? 1 : 0;
      covered += isMarked && !isUnder ? node.value : 0;
      node.below.forEach((each) => walk(each, isUnder || isMarked));
    };
    walk(tree.nodes[0], false);
    status.text(count(frames) + (frames === 1 ? " frame" : " frames") + ", " + percent(covered / (tree.amount || 1)) + " of " + tree.head);
  }

  function hit(event) {
    const [x, y] = d3.pointer(event, canvas.node());
    return drawn.find((each) => x >= each.from && x < each.to && y >= each.y && y < each.y + ROW);
  }

  function clicked(event) {
    const found = hit(event);
    if (found) {
      zoomTo(found.node.i);
    }
  }

  function hovered(event) {
    const found = hit(event);
    canvas.attr("title", found ? nameOf(found.node) + ": " + shownOf(found.node) : null)
        .style("cursor", found ? "pointer" : "default");
  }

  function keyed(event) {
    const node = tree.nodes[chosen];
    const shown = (nodes) => nodes.filter((each) => each.value > 0);
    const beside = (by) => {
      const all = node.above ? shown(node.above.below) : [node];
      return all[all.indexOf(node) + by];
    };
    const next = {
      ArrowDown: () => shown(node.below)[0], ArrowUp: () => node.above,
      ArrowLeft: () => beside(-1), ArrowRight: () => beside(1),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (next[event.key]) {
      event.preventDefault();
      const found = next[event.key]();
      if (found) {
        move(found);
      }
    } else if (event.key === "Enter") {
      zoomTo(chosen);
    } else if (["Escape", "0", "Home"].includes(event.key)) {
      event.preventDefault();
      zoomTo(0);
    }
  }

  /* What is not shown, or too small to be seen, is zoomed to. */
  function move(node) {
    const x = scale();
    const isShown = isAbove(node, tree.nodes[zoomed]) || isAbove(tree.nodes[zoomed], node) && x(node.x1) - x(node.x0) >= 2;
    if (isShown) {
      choose(node.i);
      const box = scroller.node();
      const y = node.depth * ROW;
      if (y < box.scrollTop || y + ROW > box.scrollTop + height) {
        box.scrollTop = Math.max(0, y - height / 2);
      }
    } else {
      zoomTo(node.above ? node.above.i : 0);
      choose(node.i);
    }
  }

  /* ---------------------------------------------------------------- what others ask for */

  /* The frame of these names with most, in the first tree that has one. */
  function find(wanted, keys) {
    const frames = new Set(names.map((name, i) => (wanted.includes(name) ? i : -1)).filter((i) => i > 0));
    for (const key of frames.size ? keys : []) {
      const candidate = trees.find((each) => each.key === key);
      let best = null;
      let most = 0;
      for (const node of candidate ? candidate.nodes : []) {
        const whole = frames.has(node.frame) ? wholeOf(node) : 0;
        if (whole > most) {
          best = node;
          most = whole;
        }
      }
      if (best) {
        return { key, frame: best.i };
      }
    }
    return null;
  }

  function wholeOf(node) {
    if (node.whole === undefined) {
      node.whole = node.self + d3.sum(node.below, wholeOf);
    }
    return node.whole;
  }

  function show(found) {
    page.step();
    tree = trees.find((each) => each.key === found.key);
    search.property("value", "");
    only.property("checked", false);
    keep({ search: null, only: null });
    mark();
    begin(0);
    zoomTo(found.frame);
    document.getElementById("flames-head").scrollIntoView();
    canvas.node().focus({ preventScroll: true });
  }

  return { draw, find, show, resize, redraw };
}
