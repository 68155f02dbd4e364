// The time line: what the agent expected, what it got, and where one is. A slider lies over it, so that keys reach every moment.

import { ACTION_NAMES, byId, make, shape } from "./dom.js";

const HIGH = 72;
const ENDS = { success: "✓", failure: "✗", timeout: "⏱" };

export class Timeline {
  constructor(actions, jump) {
    this.actions = actions;
    this.chart = byId("chart");
    this.slider = byId("moment");
    this.jump = jump;
    this.slider.addEventListener("input", () => jump(Number(this.slider.value), this.line));
    this.parts = {};
    for (const name of ["zero", "value", "agent", "person"]) this.parts[name] = shape("path", { class: name });
    this.parts.end = shape("text", { y: HIGH - 4, "text-anchor": "end" });
    this.parts.now = shape("path", { class: "now" });
    this.chart.replaceChildren(...Object.values(this.parts));
    this.wide = 1000;
    new ResizeObserver(([{ contentRect }]) => {
      this.wide = contentRect.width || 1000;
      this.draw();
    }).observe(this.chart);
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
    const { wide } = this;
    const x = (step) => (last > 0 ? 8 + ((wide - 16) * step) / last : 8);
    const y = (value) => HIGH / 2 - (Math.max(-1.1, Math.min(1.1, value)) * (HIGH - 10)) / 2.2;
    this.chart.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
    const { zero, now, value, agent, person, end } = this.parts;
    zero.setAttribute("d", `M0 ${y(0)}H${wide}`);
    now.setAttribute("d", `M${x(this.at)} 0V${HIGH}`);
    const valued = moments.map((moment, step) => [step, moment.value]).filter(([, each]) => each !== null);
    value.setAttribute("d", valued.map(([step, each], n) => `${n ? "L" : "M"}${x(step).toFixed(1)} ${y(each).toFixed(1)}`).join(""));
    // A round point for each step: a line of no length with round ends.
    const points = (wanted) => (moment, step) => (wanted(moment) ? `M${x(step).toFixed(1)} ${HIGH - 6}h0` : "");
    agent.setAttribute("d", moments.map(points((moment) => moment.outcome === "running" && moment.by !== "you")).join(""));
    person.setAttribute("d", moments.map(points((moment) => moment.outcome === "running" && moment.by === "you")).join(""));
    const outcome = moments.at(-1)?.outcome;
    end.textContent = ENDS[outcome] ?? "";
    end.setAttribute("x", x(last) - 6); // beside the present moment
    end.setAttribute("class", `end ${outcome}`);
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
    const texts = this.lines.map((moments, number) => {
      const end = ENDS[moments.at(-1)?.outcome] ?? "…";
      return `Line ${number + 1} · ${moments.length - 1} step${moments.length === 2 ? "" : "s"} ${end}`;
    });
    if (this.lines.length < 2) texts.length = 0;
    const told = JSON.stringify([texts, this.line]);
    if (told === place.dataset.told) return;
    place.dataset.told = told;
    const buttons = texts.map((text, number) => {
      const moments = this.lines[number];
      const open = () => this.jump(Math.min(this.at, moments.length - 1), number);
      return make("button", { text, "aria-pressed": String(number === this.line), on: { click: open } });
    });
    place.replaceChildren(...buttons);
  }
}

export const signed = (number) => (number < 0 ? `−${(-number).toFixed(2)}` : `+${number.toFixed(2)}`);
