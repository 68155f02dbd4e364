// GFT's matrices of the present sentence, and what changes in them with another word.

import { byId, colour, make } from "./dom.js";

const SIDE = 4; // pixels of an entry

export class Why {
  constructor(line, play) {
    this.line = line;
    this.play = play;
    this.other = "";
    byId("why").addEventListener("toggle", () => this.ask());
    line.hear("matrices", (told) => this.show(told));
  }

  begin() {
    this.other = "";
    this.ask();
  }

  ask() {
    if (!byId("why").open || !this.play.session) return;
    if (!this.play.player.matrices) {
      byId("why-content").replaceChildren(`${this.play.player.name} makes no matrices of a sentence; GFT agents do.`);
      return;
    }
    this.play.say("matrices", { player: this.play.player.key, command: this.play.session.command, other: this.other || null });
  }

  show({ commands, rows, columns, largest, steps, alike }) {
    const pictures = steps.map((matrices, number) =>
      make(
        "div",
        { class: "matrices" },
        make("p", { text: commands[number] }),
        ...matrices.map((matrix, step) =>
          make("figure", {}, drawn(matrix, rows, columns), make("figcaption", { text: `T${"₁₂₃₄₅₆₇₈₉"[step] ?? step + 1}` })),
        ),
      ),
    );
    const input = make("input", {
      type: "text",
      value: this.other || this.play.session.command,
      "aria-label": "The sentence to compare with",
      maxlength: 300,
    });
    const form = make(
      "form",
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            this.other = input.value.trim();
            this.ask();
          },
        },
      },
      make("label", {}, "Change a word: ", input),
      make("button", { text: "Compare" }),
    );
    const told = alike === null ? "" : ` The two are alike by ${alike.toFixed(2)} (1: the same, 0: unrelated).`;
    const about = `Rows are features after the step, columns features before it. The mean over 5,000 commands is taken away, and each entry is the mean of its 7×7 surroundings; the strongest colour stands for ${largest.toFixed(2)}.${told}`;
    byId("why-content").replaceChildren(form, make("div", { class: "row top" }, ...pictures), make("p", { class: "small", text: about }));
  }
}

function drawn(matrix, rows, columns) {
  const bytes = Uint8Array.from(atob(matrix), (letter) => letter.charCodeAt(0));
  const canvas = make("canvas", { width: columns, height: rows });
  canvas.style.width = `${columns * SIDE}px`;
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(columns, rows);
  const paper = rgb(colour("--panel"));
  bytes.forEach((byte, n) => {
    const value = (byte - 128) / 127;
    const ink = value > 0 ? [197, 90, 17] : [31, 103, 150];
    for (let c = 0; c < 3; c++) image.data[4 * n + c] = paper[c] + (ink[c] - paper[c]) * Math.abs(value);
    image.data[4 * n + 3] = 255;
  });
  pen.putImageData(image, 0, 0);
  return canvas;
}

function rgb(text) {
  const number = parseInt(text.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
