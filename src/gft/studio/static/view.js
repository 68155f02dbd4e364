// What the agent sees, as it comes from the server, and over it where the sentence lights up its features.

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.picture = null;
    this.overlay = null; // {response, field}
  }

  show({ width, height, content }) {
    if (this.picture?.width !== width || this.picture.height !== height) this.picture = new ImageData(width, height);
    const { data } = this.picture;
    for (let from = 0, to = 0; from < content.length; from += 3, to += 4) {
      data[to] = content[from];
      data[to + 1] = content[from + 1];
      data[to + 2] = content[from + 2];
      data[to + 3] = 255;
    }
    this.draw();
  }

  light(response, field) {
    const before = this.overlay;
    this.overlay = response && field ? { response, field } : null;
    if (before || this.overlay) this.draw();
  }

  draw() {
    if (!this.picture) return;
    const { width, height } = this.picture;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const pen = this.canvas.getContext("2d");
    pen.putImageData(this.picture, 0, 0);
    if (this.overlay) this.drawOverlay(pen, width);
  }

  // A square over each cell of the features, in the middle of what the cell sees; the brighter, the more it answers.
  drawOverlay(pen, side) {
    const { response, field } = this.overlay;
    const most = Math.max(...response.flat(), 1e-9);
    response.forEach((row, r) =>
      row.forEach((value, c) => {
        const size = field.step * side;
        const x = (field.first + field.step * c) * side - size / 2;
        const y = (field.first + field.step * r) * side - size / 2;
        pen.fillStyle = `rgba(255, 176, 0, ${(0.72 * Math.max(0, value)) / most})`;
        pen.fillRect(x, y, size, size);
        pen.strokeStyle = "rgba(20, 20, 20, 0.25)";
        pen.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
      }),
    );
  }
}
