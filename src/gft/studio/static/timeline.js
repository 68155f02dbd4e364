// The time line: what the agent expected, what it got, and where one is. A slider lies over it, so that keys reach every moment.

import { ACTION_NAMES, byId, colour, make, shape } from "./dom.js";

const HIGH = 72;

export class Timeline {
  constructor(actions, jump) {
    this.actions = actions;
    this.chart = byId("chart");
    this.slider = byId("moment");
    this.jump = jump;
    this.slider.addEventListener("input", () => jump(Number(this.slider.value), this.line));
    new ResizeObserver(() => this.draw()).observe(this.chart);
    this.lines = [[]];
    this.line = 0;
    this.at = 0;
  }

  set(lines, line, at) {
    Object.assign(this, { lines, line, at });
    this.draw();
  }

  draw() {
    const moments = this.lines[this.line];
    const last = moments.length - 1;
    this.slider.max = String(Math.max(last, 0));
    this.slider.value = String(this.at);
    const wide = this.chart.clientWidth || 1000;
    const x = (step) => (last > 0 ? 8 + ((wide - 16) * step) / last : 8);
    const y = (value) => HIGH / 2 - (Math.max(-1.1, Math.min(1.1, value)) * (HIGH - 10)) / 2.2;
    this.chart.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
    const zero = shape("line", { x1: 0, x2: wide, y1: y(0), y2: y(0), stroke: colour("--line") });
    const now = shape("line", { x1: x(this.at), x2: x(this.at), y1: 0, y2: HIGH, stroke: colour("--accent"), "stroke-width": 3 });
    const values = moments.map((moment, step) => [step, moment.value]).filter(([, value]) => value !== null);
    const path = values.map(([step, value], n) => `${n ? "L" : "M"}${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const curve = shape("path", { d: path || "M0 0", fill: "none", stroke: colour("--ink"), "stroke-width": 2.5 });
    const taken = moments.map((moment, step) => {
      const person = moment.by === "you";
      const end = { success: "✓", failure: "✗", timeout: "⏱" }[moment.outcome];
      if (!end) return shape("circle", { cx: x(step), cy: HIGH - 6, r: person ? 5 : 3, fill: colour(person ? "--accent" : "--dim") });
      const mark = shape("text", { x: Math.min(x(step), wide - 12), y: HIGH - 4, "text-anchor": "middle" });
      mark.style.fill = colour(moment.outcome === "success" ? "--accent" : "--warm");
      mark.textContent = end;
      return mark;
    });
    this.chart.replaceChildren(zero, curve, ...taken, now);
    this.tell(moments);
    this.drawLines();
  }

  // The present moment in words.
  tell(moments) {
    const moment = moments[this.at];
    if (!moment) return;
    const action = moment.action === null ? "beginning" : ACTION_NAMES[this.actions[moment.action]];
    const who = moment.by === "you" ? " by you" : "";
    const value = moment.value === null ? "" : ` · expects a reward of ${signed(moment.value)}`;
    const reward = moment.action === null ? "" : ` · reward ${signed(moment.reward)}`;
    const words = `Step ${this.at} of ${moments.length - 1} · ${action}${who}${reward}${value}`;
    byId("when").textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }

  // One button a line, if there is more than one.
  drawLines() {
    const place = byId("lines");
    if (this.lines.length < 2) {
      place.replaceChildren();
      return;
    }
    const buttons = this.lines.map((moments, number) => {
      const end = { success: "✓", failure: "✗", timeout: "⏱", running: "…" }[moments.at(-1).outcome];
      const text = `Line ${number + 1} · ${moments.length - 1} steps ${end}`;
      const open = () => this.jump(Math.min(this.at, moments.length - 1), number);
      return make("button", { text, "aria-pressed": String(number === this.line), on: { click: open } });
    });
    place.replaceChildren(...buttons);
  }
}

export const signed = (number) => (number < 0 ? `−${(-number).toFixed(2)}` : `+${number.toFixed(2)}`);
