// The map from above, drawn from the session as data: floor, obstacles, objects, the agent, and what it can see. What stays
// the same for a session is drawn once, beside the page; a step copies it and adds what moves.

import { colour, scheme } from "./dom.js";

const UNIT = 1024; // scales and offsets count 1/1024 cells
const TURN = 4096; // yaws count 1/4096 turns
const EIGHTH = Math.PI / 4;
const BLOCKS = { brick: "#a4553f", crate: "#a98350", cube: "#7f8791" };

const drawings = new Map();

// The drawing of an object; `ready` is called when it has come.
function drawing(world, thing, ready) {
  const quarter = world === "3d" ? Math.round((4 * thing.yaw) / TURN) % 4 : 0;
  const address = `/drawings/${world}/${encodeURIComponent(thing.class)}/${thing.instance}/${quarter}.png`;
  if (!drawings.has(address)) {
    const image = new Image();
    image.src = address;
    drawings.set(address, image);
  }
  const image = drawings.get(address);
  if (!image.complete) image.addEventListener("load", ready, { once: true });
  return image.complete && image.naturalWidth ? image : null;
}

export class Board {
  constructor(canvas) {
    this.canvas = canvas;
    this.session = null;
    this.moment = null;
    this.dragged = null; // {thing, x, y}: what a finger holds, in cells
    this.marked = null; // the cell that a finger or the keys point at
    this.trail = [];
    this.still = null; // {frame, under, over}: floor and obstacles, and objects, as last drawn
    new ResizeObserver(() => this.redraw()).observe(canvas);
    scheme.addEventListener("change", () => this.redraw());
  }

  show(session, moment, trail = []) {
    if (session !== this.session) this.still = null;
    Object.assign(this, { session, moment, trail });
    this.draw();
  }

  // Everything anew: the session was edited, or the page looks different.
  redraw() {
    this.still = null;
    this.draw();
  }

  // Cells to pixels: where the map lies in the canvas.
  frame() {
    const rows = this.session.map.length;
    const columns = this.session.map[0].length;
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * scale);
    const height = Math.round(this.canvas.clientHeight * scale);
    const cell = Math.floor(Math.min(width / (columns + 0.3), height / (rows + 0.3)));
    return { rows, columns, scale, width, height, cell, left: Math.floor((width - cell * columns) / 2), top: Math.floor((height - cell * rows) / 2) };
  }

  // The cell at a point of the page, null outside the map.
  cellAt(event) {
    const { rows, columns, scale, cell, left, top } = this.frame();
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) * scale - left) / cell);
    const row = Math.floor(((event.clientY - box.top) * scale - top) / cell);
    return row >= 0 && column >= 0 && row < rows && column < columns ? [row, column] : null;
  }

  draw() {
    if (this.session) this.still ??= this.drawStill();
    if (!this.still) return;
    const { frame, under, over } = this.still;
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, frame.width, frame.height);
    pen.drawImage(under, 0, 0);
    pen.translate(frame.left, frame.top);
    this.drawTrail(pen, frame);
    pen.drawImage(over, -frame.left, -frame.top);
    this.drawUnseen(pen, frame);
    this.drawAgent(pen, frame);
    this.drawMarked(pen, frame);
    if (this.dragged?.thing?.class) this.drawThing(pen, frame, this.dragged.thing, this.dragged.x, this.dragged.y);
    this.canvas.setAttribute("aria-label", this.inWords());
  }

  // What lies under the trail, and what stands on it.
  drawStill() {
    const frame = this.frame();
    if (!frame.width || !frame.height) return null; // its tab is not open
    const layer = () => {
      const canvas = new OffscreenCanvas(frame.width, frame.height);
      const pen = canvas.getContext("2d");
      pen.translate(frame.left, frame.top);
      return [canvas, pen];
    };
    if (this.canvas.width !== frame.width) this.canvas.width = frame.width;
    if (this.canvas.height !== frame.height) this.canvas.height = frame.height;
    const [under, floor] = layer();
    this.drawFloor(floor, frame);
    const [over, things] = layer();
    for (const thing of this.session.objects) {
      if (this.dragged?.thing !== thing) this.drawThing(things, frame, thing, thing.at[1] + 0.5, thing.at[0] + 0.5);
    }
    return { frame, under, over };
  }

  drawFloor(pen, { rows, columns, cell }) {
    pen.fillStyle = colour("--floor");
    pen.fillRect(0, 0, columns * cell, rows * cell);
    pen.strokeStyle = colour("--grid");
    pen.lineWidth = 1;
    for (let r = 1; r < rows; r++) stroke(pen, 0, r * cell, columns * cell, r * cell);
    for (let c = 1; c < columns; c++) stroke(pen, c * cell, 0, c * cell, rows * cell);
    let number = 0;
    this.session.map.forEach((line, r) => {
      [...line].forEach((mark, c) => {
        if (mark !== "#") return;
        const [material, size] = this.session.blocks?.[number++] ?? ["wall", 1];
        const side = cell * size * 0.94;
        pen.fillStyle = BLOCKS[material] ?? colour("--wall");
        rounded(pen, (c + 0.5) * cell - side / 2, (r + 0.5) * cell - side / 2, side, side, cell * 0.08);
      });
    });
    pen.strokeStyle = colour("--wall");
    pen.lineWidth = Math.max(2, cell * 0.06);
    pen.strokeRect(0, 0, columns * cell, rows * cell);
  }

  drawTrail(pen, { cell }) {
    if (this.trail.length < 2) return;
    pen.strokeStyle = colour("--accent");
    pen.globalAlpha = 0.45;
    pen.lineWidth = cell * 0.07;
    pen.lineJoin = pen.lineCap = "round";
    pen.beginPath();
    for (const [row, column] of this.trail) pen.lineTo((column + 0.5) * cell, (row + 0.5) * cell);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  drawThing(pen, { cell }, thing, x, y) {
    const image = drawing(this.session.world, thing, () => this.redraw());
    const side = (cell * thing.scale) / UNIT;
    pen.save();
    pen.translate((x + thing.offset[1] / UNIT) * cell, (y + thing.offset[0] / UNIT) * cell);
    if (this.session.world === "2d") pen.rotate((thing.yaw / TURN) * 2 * Math.PI);
    if (image) pen.drawImage(image, -side / 2, -side / 2, side, side);
    pen.restore();
  }

  // A veil over what the agent cannot see.
  drawUnseen(pen, { cell }) {
    if (!this.moment) return;
    pen.fillStyle = colour("--veil");
    this.moment.seen.forEach((line, r) => {
      [...line].forEach((mark, c) => {
        if (mark !== "#") pen.fillRect(c * cell, r * cell, cell, cell);
      });
    });
  }

  drawAgent(pen, { cell }) {
    const [row, column, heading] = this.moment?.agent ?? this.session.start;
    const held = this.dragged && !this.dragged.thing.class;
    const [x, y] = held ? [this.dragged.x, this.dragged.y] : [column + 0.5, row + 0.5];
    pen.save();
    pen.translate(x * cell, y * cell);
    pen.rotate(heading * EIGHTH);
    const r = cell * (this.session.world === "2d" ? 0.36 : 0.28);
    pen.fillStyle = colour("--accent");
    pen.strokeStyle = "#fff";
    pen.lineWidth = Math.max(1.5, cell * 0.04);
    pen.beginPath();
    pen.arc(0, 0, r, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.fillStyle = "#fff";
    pen.beginPath();
    pen.moveTo(0, -0.72 * r);
    pen.lineTo(0.5 * r, 0.48 * r);
    pen.lineTo(0, 0.2 * r);
    pen.lineTo(-0.5 * r, 0.48 * r);
    pen.fill();
    pen.restore();
  }

  drawMarked(pen, { cell }) {
    if (!this.marked) return;
    const [row, column] = this.marked;
    pen.strokeStyle = colour("--warm");
    pen.lineWidth = Math.max(2, cell * 0.06);
    pen.strokeRect((column + 0.04) * cell, (row + 0.04) * cell, 0.92 * cell, 0.92 * cell);
  }

  // The map for those who do not see it.
  inWords() {
    const heading = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    const [row, column, towards] = this.moment?.agent ?? this.session.start;
    const things = this.session.objects.map((thing) => `${thing.class} at row ${thing.at[0] + 1}, column ${thing.at[1] + 1}`);
    const size = `${this.session.map.length} rows and ${this.session.map[0].length} columns`;
    const place = `row ${Math.round(row) + 1}, column ${Math.round(column) + 1}`;
    return `Map of ${size}. The agent is at ${place}, facing ${heading[towards]}. ${things.join("; ")}.`;
  }
}

function stroke(pen, x, y, toX, toY) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}

function rounded(pen, x, y, width, height, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}
