// Editing the map: drag things about, add and remove them, draw obstacles, paste a map as text.

import { byId, make, notice } from "./dom.js";

const USUAL = { instance: 0, yaw: 0, scale: 1024, offset: [0, 0] };
const MOST_OBJECTS = 8;

export class Builder {
  constructor(play, objects) {
    this.play = play;
    this.objects = objects;
    this.editing = false;
    this.draft = null;
    this.tool = "move";
    this.makeTools();
    byId("edit").addEventListener("click", () => this.toggle(!this.editing));
    const map = byId("map");
    map.addEventListener("pointerdown", (event) => this.down(event));
    map.addEventListener("pointermove", (event) => this.move(event));
    map.addEventListener("pointerup", (event) => this.up(event));
    map.addEventListener("pointercancel", () => this.drop());
    map.addEventListener("keydown", (event) => this.key(event));
  }

  makeTools() {
    const tool = (name, text, title) =>
      make("button", { text, title, "data-tool": name, "aria-pressed": String(name === this.tool), on: { click: () => this.choose(name) } });
    this.kind = make("select", { "aria-label": "Which object to add" });
    const number = (label, min, max, value) => {
      const input = make("input", { type: "number", min, max, value, placeholder: "usual", inputmode: "numeric" });
      return [input, make("label", {}, label, input)];
    };
    const [size, sizeLabel] = number("Cells a side ", 3, 16, 8);
    const [count, countLabel] = number("Objects ", 1, 8);
    const [blocks, blocksLabel] = number("Obstacles ", 0, 128);
    Object.assign(this, { size, count, blocks });
    this.classes = make("input", { type: "text", placeholder: "all, or: cat dog bee", "aria-label": "Classes of objects on new maps" });
    this.text = make("textarea", {
      rows: 6,
      "aria-label": "A map as text",
      placeholder: "..A..\n.#.#.\n..^..\nA = cat",
      spellcheck: "false",
    });
    const paste = () => this.play.say("paste", { text: this.text.value });
    byId("tools").replaceChildren(
      make(
        "div",
        { class: "row", role: "group", "aria-label": "Tools" },
        tool("move", "Move", "Drag objects, obstacles and the agent"),
        tool("add", "Add", "Click a free cell to put an object there"),
        this.kind,
        tool("wall", "Obstacle", "Click a cell to put an obstacle there or take it away"),
        tool("turn", "Turn", "Click the agent or an object to turn it"),
        tool("remove", "Remove", "Click what should go"),
      ),
      make("div", { class: "row" }, sizeLabel, countLabel, blocksLabel, make("label", {}, "Classes ", this.classes)),
      make(
        "details",
        {},
        make("summary", { text: "Paste a map as text" }),
        this.text,
        make("button", { text: "Use this map", on: { click: paste } }),
      ),
    );
  }

  // What a new random map is to be like.
  wanted(world) {
    const number = (input) => (input.value === "" ? null : Number(input.value));
    const classes = this.classes.value.split(/[\s,]+/).filter(Boolean);
    const size = number(this.size) ?? 8;
    if (!this.editing) return { size: 8 };
    return { size, objects: number(this.count), obstacles: number(this.blocks), classes: classes.length ? classes : null };
  }

  choose(name) {
    this.tool = name;
    for (const button of byId("tools").querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    }
  }

  toggle(on) {
    this.editing = on;
    byId("edit").setAttribute("aria-pressed", String(on));
    byId("edit").textContent = on ? "Done" : "Edit map";
    byId("tools").hidden = !on;
    byId("map").classList.toggle("editing", on);
    this.taken = this.play.board.marked = null;
    if (on) {
      if (this.play.playing) this.play.say("pause");
      this.begin(this.play.session);
    } else this.play.board.show(this.play.session, this.play.played.moment, this.play.played.trail);
  }

  // A session has begun: it is what is edited from now on.
  begin(session) {
    if (this.kind.dataset.world !== session.world) {
      this.kind.replaceChildren(...this.objects[session.world].map((name) => make("option", { value: name, text: name })));
      this.kind.dataset.world = session.world;
    }
    if (!this.editing) return;
    this.draft = structuredClone(session);
    this.draft.walled = wallsOf(session);
    this.cursor ??= [0, 0];
    this.play.board.show(this.draft, null);
  }

  send() {
    const { map, objects, start, walls, walled } = this.draft;
    const draft = { map, objects, start, walls, blocks: walled };
    this.play.say("build", { draft, command: this.draft.command });
  }

  // ---- one change at a time

  thingAt([row, column]) {
    if (this.draft.start[0] === row && this.draft.start[1] === column) return { agent: true };
    return this.draft.objects.find((thing) => thing.at[0] === row && thing.at[1] === column);
  }

  isFree(cell) {
    return this.draft.map[cell[0]][cell[1]] === "." && !this.thingAt(cell);
  }

  setWall([row, column], wall, block) {
    const line = this.draft.map[row];
    this.draft.map[row] = line.slice(0, column) + (wall ? "#" : ".") + line.slice(column + 1);
    if (wall && block) this.draft.walled[`${row},${column}`] = block;
    else if (!wall) delete this.draft.walled[`${row},${column}`];
    this.draft.blocks = blocksOf(this.draft);
  }

  // Click, or press Enter: what the tool does to a cell.
  use(cell) {
    const thing = this.thingAt(cell);
    if (this.tool === "add" && this.isFree(cell) && this.draft.objects.length < MOST_OBJECTS) {
      this.draft.objects = this.draft.objects.filter((other) => other.class !== this.kind.value);
      this.draft.objects.push({ ...USUAL, class: this.kind.value, at: cell });
    } else if (this.tool === "wall" && !thing) this.setWall(cell, this.draft.map[cell[0]][cell[1]] === ".");
    else if (this.tool === "remove" && thing?.class) this.draft.objects = this.draft.objects.filter((other) => other !== thing);
    else if (this.tool === "remove" && !thing) this.setWall(cell, false);
    else if (this.tool === "turn" && thing?.agent) {
      this.draft.start[2] = (this.draft.start[2] + (this.draft.world === "2d" ? 2 : 1)) % 8;
    } else if (this.tool === "turn" && thing) thing.yaw = (thing.yaw + 1024) % 4096;
    else return;
    this.send();
  }

  moveTo(from, to) {
    const thing = this.thingAt(from);
    if (!this.isFree(to)) return;
    if (thing?.agent) this.draft.start = [to[0], to[1], this.draft.start[2]];
    else if (thing) thing.at = to;
    else if (this.draft.map[from[0]][from[1]] === "#") {
      const block = this.draft.walled[`${from[0]},${from[1]}`];
      this.setWall(from, false);
      this.setWall(to, true, block);
    } else return;
    this.send();
  }

  // ---- fingers and mouse

  down(event) {
    if (!this.editing) return;
    const cell = this.play.board.cellAt(event);
    if (!cell) return;
    this.held = { cell, thing: this.thingAt(cell) };
    byId("map").setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  move(event) {
    const cell = this.held && this.play.board.cellAt(event);
    if (!cell || this.tool !== "move") return;
    const { board } = this.play;
    const begins = !board.marked;
    board.marked = cell;
    board.dragged = this.held.thing ? { thing: this.held.thing, x: cell[1] + 0.5, y: cell[0] + 0.5 } : null;
    if (begins) board.redraw(); // without what is held
    else board.draw();
  }

  up(event) {
    const held = this.held;
    const cell = this.play.board.cellAt(event);
    this.drop();
    if (!held || !cell) return;
    if (this.tool === "move") this.moveTo(held.cell, cell);
    else this.use(cell);
  }

  drop() {
    if (!this.held) return;
    this.held = null;
    Object.assign(this.play.board, { dragged: null, marked: null });
    this.play.board.redraw();
  }

  // ---- keys: arrows choose a cell, Enter uses the tool there (with Move: takes up, then puts down)

  key(event) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (!this.editing || !(event.key in moves || event.key === "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key in moves) {
      const [down, right] = moves[event.key];
      const last = [this.draft.map.length - 1, this.draft.map[0].length - 1];
      this.cursor = [down, right].map((by, axis) => Math.max(0, Math.min(last[axis], this.cursor[axis] + by)));
      const thing = this.thingAt(this.cursor);
      const there = thing?.agent ? "the agent" : (thing?.class ?? (this.isFree(this.cursor) ? "free" : "obstacle"));
      notice(`Row ${this.cursor[0] + 1}, column ${this.cursor[1] + 1}: ${there}${this.taken ? "; Enter puts it down here" : ""}`);
      this.play.board.marked = this.cursor;
      this.play.board.draw();
    } else if (this.tool !== "move") this.use(this.cursor);
    else if (this.taken) {
      this.moveTo(this.taken, this.cursor);
      this.taken = null;
    } else {
      this.taken = this.cursor;
      notice("Taken up; choose a free cell with the arrow keys, Enter puts it down.");
    }
  }
}

// Which block stands where, by "row,column"; and back, in reading order.
function wallsOf(session) {
  const walled = {};
  let number = 0;
  session.map.forEach((line, r) =>
    [...line].forEach((mark, c) => {
      if (mark === "#" && session.blocks) walled[`${r},${c}`] = session.blocks[number++];
    }),
  );
  return walled;
}

function blocksOf(draft) {
  if (draft.world !== "3d") return undefined;
  return draft.map.flatMap((line, r) =>
    [...line].flatMap((mark, c) => (mark === "#" ? [draft.walled[`${r},${c}`] ?? ["cube", 1]] : [])),
  );
}
