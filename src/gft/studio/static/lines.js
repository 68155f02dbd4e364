// What was played at a seat, kept up to date from the server's messages.

export class Played {
  constructor(lines) {
    this.lines = lines;
    this.line = 0;
    this.at = 0;
    this.moment = null;
    this.verdict = "";
  }

  update({ lines, line, at, brief, moment, verdict }) {
    if (lines) this.lines = lines;
    Object.assign(this, { line, at, moment, verdict });
    if (at === this.lines[line].length) this.lines[line].push(brief);
  }

  // Where the agent has been up to now.
  get trail() {
    return this.lines[this.line].slice(0, this.at + 1).map((moment) => moment.at);
  }
}
