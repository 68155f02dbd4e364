// The field for the sentence: words complete from the grammar, and what the teacher understands stands below it.

import { byId, make } from "./dom.js";

export class Sentence {
  constructor(line, submit) {
    this.line = line;
    this.input = byId("sentence");
    this.offers = byId("offers");
    this.told = byId("understood");
    this.world = "2d";
    this.chosen = -1;
    this.input.addEventListener("input", () => this.ask());
    this.input.addEventListener("focus", () => this.ask());
    this.input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    this.input.addEventListener("keydown", (event) => this.key(event));
    byId("sentence-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.close();
      submit(this.input.value.trim());
    });
    line.hear("help", (help) => this.help(help));
  }

  ask() {
    this.line.say({ do: "help", text: this.input.value, world: this.world });
  }

  // A session has begun: its command is what stands here.
  set(world, command, understood, untrained) {
    const typing = command === this.command && this.input.value !== command; // the same session with another player, say
    this.world = world;
    this.command = command;
    if (typing) {
      this.ask();
      return;
    }
    this.input.value = command;
    this.close();
    this.understood(understood);
    if (untrained.length) {
      const words = untrained.map((word) => `“${word}”`).join(", ");
      this.told.append(make("span", { class: "warn", text: ` Never in this agent's training: ${words}.` }));
    }
  }

  help(help) {
    if (help.text !== this.input.value.slice(0, help.text.length)) return; // an answer to something else
    if (document.activeElement === this.input) this.offer(help.next, help.more);
    if (help.understood) this.understood(help.understood);
    else if (!help.wrong || help.unfinished) this.told.replaceChildren();
    else this.wrong(help.wrong, help.closest);
  }

  understood({ task, text }) {
    this.told.className = "";
    this.told.replaceChildren(make("b", { text: task }), ` ${text[0].toUpperCase()}${text.slice(1)}.`);
  }

  wrong(sentence, closest = []) {
    this.told.className = "warn";
    this.told.replaceChildren(sentence, ...(closest.length ? [" Closest: "] : []));
    for (const each of closest) {
      const use = () => {
        this.input.value = each;
        this.ask();
        this.input.focus();
      };
      this.told.append(make("button", { type: "button", class: "word", text: each, on: { click: use } }), " ");
    }
  }

  offer(words, more) {
    this.chosen = -1;
    const rows = words.map((word, number) =>
      make("li", { role: "option", id: `offer-${number}`, text: word, on: { mousedown: (event) => this.take(event, word) } }),
    );
    if (more) rows.push(make("li", { class: "more", "aria-disabled": "true", text: `and ${more} more` }));
    this.offers.replaceChildren(...rows);
    this.offers.hidden = !words.length;
    this.input.setAttribute("aria-expanded", String(words.length > 0));
    this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.offer([], 0);
  }

  key(event) {
    const options = [...this.offers.querySelectorAll("[role=option]")];
    if (event.key === "Escape") this.close();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length) {
      event.preventDefault();
      const move = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = (this.chosen + move + options.length + (this.chosen < 0 && move < 0 ? 1 : 0)) % options.length;
      options.forEach((option, number) => option.setAttribute("aria-selected", String(number === this.chosen)));
      options[this.chosen].scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", options[this.chosen].id);
    }
    const complete = event.key === "Tab" && !event.shiftKey && options.length && this.typing();
    if ((event.key === "Enter" && this.chosen >= 0) || complete) {
      this.take(event, options[Math.max(0, this.chosen)].textContent);
    }
  }

  typing() {
    return /\S$/.test(this.input.value);
  }

  take(event, word) {
    event.preventDefault();
    const before = this.typing() ? this.input.value.replace(/\S+$/, "") : this.input.value;
    this.input.value = `${before}${word} `;
    this.input.focus();
    this.ask();
  }
}
