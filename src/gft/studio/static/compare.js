// The second tab: the same session with up to four players, in step.

import { Board } from "./board.js";
import { byId, make } from "./dom.js";
import { Played } from "./lines.js";
import { View } from "./view.js";

const MOST = 4;

export class Compare {
  constructor(line, play) {
    this.line = line;
    this.play = play;
    this.seats = [];
    this.playing = false;
    this.over = false;
    this.make();
    line.hear("session", (told) => told.table === "compare" && this.begin(told));
    line.hear("moments", (told) => told.table === "compare" && this.update(told));
    line.hear("playing", (told) => told.table === "compare" && this.setPlaying(told.playing));
    line.hear("view", (told) => told.table === "compare" && this.showView(told));
  }

  say(what, more = {}) {
    this.line.say({ do: what, table: "compare", ...more });
  }

  make() {
    this.choices = make("fieldset", { class: "row" }, make("legend", { text: `Who plays, up to ${MOST}` }));
    this.go = make("button", { class: "main", text: "Play", on: { click: () => this.toggle() } });
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of all sessions" });
    this.slider.addEventListener("input", () => this.say("jump", { at: Number(this.slider.value) }));
    this.speed = make("input", { type: "range", min: 1, max: 30, value: 4, "aria-label": "Steps a second" });
    this.grid = make("div", { class: "seats" });
    this.command = make("p", { class: "command" });
    byId("compare").replaceChildren(
      make("p", { class: "small", text: "The session of Play, by several players at once." }),
      this.command,
      this.choices,
      make(
        "div",
        { class: "controls" },
        this.go,
        make("button", { text: "Step", on: { click: () => this.say("step") } }),
        make("button", { text: "Restart", on: { click: () => this.say("restart") } }),
        make("label", {}, "Speed ", this.speed),
        this.slider,
      ),
      this.grid,
    );
  }

  // The tab is opened: the session of the first tab, from its beginning.
  open() {
    const { session, players } = this.play;
    if (!session) return;
    const fitting = players.filter((player) => [null, session.world].includes(player.world) && player.key !== "you");
    const before = new Set(this.chosen());
    const first = fitting.filter((player) => before.has(player.key));
    const chosen = new Set((first.length ? first : fitting.slice(0, 2)).map((player) => player.key));
    const boxes = fitting.map((player) =>
      make(
        "label",
        { title: player.about },
        make("input", { type: "checkbox", value: player.key, checked: chosen.has(player.key), on: { change: () => this.sit() } }),
        ` ${player.name}`,
      ),
    );
    this.choices.replaceChildren(this.choices.firstChild, ...boxes);
    this.say("open", { session: { ...session, actions: [] }, players: this.chosen() });
  }

  chosen() {
    return [...this.choices.querySelectorAll("input:checked")].slice(0, MOST).map((box) => box.value);
  }

  sit() {
    const boxes = [...this.choices.querySelectorAll("input")];
    const full = this.chosen().length >= MOST;
    for (const box of boxes) box.disabled = full && !box.checked;
    if (this.chosen().length) this.say("sit", { players: this.chosen() });
  }

  begin({ session, seats, shortest }) {
    this.session = session;
    this.shortest = shortest;
    this.command.textContent = session.command;
    this.seats = seats.map((seat) => this.makeSeat(seat));
    this.grid.replaceChildren(...this.seats.map((seat) => seat.place));
  }

  makeSeat({ player, lines }) {
    const map = make("canvas", { role: "img" });
    const view = make("canvas", { width: 336, height: 336, role: "img", "aria-label": `What ${player.name} sees` });
    const told = make("p", { class: "verdict", role: "status" });
    const place = make("figure", { class: "seat" }, make("figcaption", { text: player.name }), map, view, told);
    return { place, told, board: new Board(map), view: new View(view), played: new Played(lines) };
  }

  update({ seats, over }) {
    this.over = over;
    let last = 0;
    let now = 0;
    seats.forEach((told, number) => {
      const seat = this.seats[number];
      if (!seat) return;
      seat.played.update(told);
      const { moment, lines, line, at, trail, verdict } = seat.played;
      seat.board.show(this.session, moment, trail);
      const sign = { success: "✓ ", failure: "✗ ", timeout: "⏱ ", running: "" }[moment.outcome];
      seat.told.textContent = sign ? sign + verdict : `Step ${at}`;
      seat.told.className = `verdict ${moment.outcome}`;
      last = Math.max(last, lines[line].length - 1);
      now = Math.max(now, at);
    });
    this.slider.max = String(last);
    this.slider.value = String(now);
    this.showGo();
  }

  toggle() {
    if (this.playing) {
      this.say("pause");
      return;
    }
    if (this.over) this.say("restart");
    this.say("play", { speed: Number(this.speed.value) });
  }

  setPlaying(playing) {
    this.playing = playing;
    this.showGo();
  }

  showGo() {
    this.go.textContent = this.playing ? "Pause" : this.over ? "Play again" : "Play";
  }

  showView(told) {
    this.seats[told.seat]?.view.show(told);
    if (told.seat === this.seats.length - 1) this.say("shown", { number: told.number }); // the last of them stands for all
  }
}
