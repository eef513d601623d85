const VERTEX = `
attribute vec2 place;
attribute vec2 look;
uniform vec4 view;
uniform mediump float size;
uniform float selecting;
uniform vec3 colours[8];
varying mediump vec4 shown;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
  gl_PointSize = size;
  float alpha = selecting > 0.5 ? (look.y > 0.5 ? 0.95 : 0.06) : 0.7;
  shown = vec4(colours[int(look.x)], alpha);
}`;
const FRAGMENT = `
precision mediump float;
varying mediump vec4 shown;
uniform mediump float size;
void main() {
  if (size > 2.5 && distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
  gl_FragColor = vec4(shown.rgb * shown.a, shown.a);
}`;

/* The colours of the themes as numbers from 0 to 1, as they are in light or dark. */
function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const part = (text, i) => parseInt(text.slice(i, i + 2), 16) / 255;
  return Array.from({ length: 8 }, (_, number) => style.getPropertyValue(`--theme-${number}`).trim())
    .map((text) => [part(text, 1), part(text, 3), part(text, 5)]);
}

const LARGEST_IN_SAMPLE = 5;

/* Size of a point in pixels, so that all of them cover a part of the map, and more of it when they come
   close. Those of a sample are larger, to cover about as much. */
function pointSize({ size }, count, view) {
  const all = Math.sqrt((0.3 * view.fit * view.fit * view.wide * view.high) / size);
  const own = Math.min(Math.max(all * Math.sqrt(view.zoom), 1), 7);
  return Math.min(own * Math.sqrt(size / count), Math.max(own, LARGEST_IN_SAMPLE));
}

/* Draws the points with WebGL, the first of the spread order on request; null where there is none. */
function webglDrawing(canvas, points, themes) {
  const gl = canvas.getContext("webgl", { preserveDrawingBuffer: true, antialias: false });
  if (!gl) return null;
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  gl.useProgram(program);
  const at = (name) => gl.getUniformLocation(program, name);
  const order = spreadOrder(points.size);
  const looks = new Uint8Array(4 * points.size);
  const places = new Uint16Array(2 * points.size);
  for (let i = 0; i < points.size; i += 1) {
    const point = order(i);
    looks[4 * i] = themes[points.topic[point]];
    places.set(points.places.subarray(2 * point, 2 * point + 2), 2 * i);
  }
  function attribute(name, values, kind, stride) {
    const [buffer, place] = [gl.createBuffer(), gl.getAttribLocation(program, name)];
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 2, kind, false, stride, 0);
    return buffer;
  }
  attribute("place", places, gl.UNSIGNED_SHORT, 4);
  const lookBuffer = attribute("look", looks, gl.UNSIGNED_BYTE, 4);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const dot = new Uint8Array(4);
  let selecting = false;
  return {
    select(chosen) {
      selecting = chosen !== null;
      for (let i = 0; i < points.size; i += 1) looks[4 * i + 1] = selecting ? chosen[order(i)] : 0;
      gl.bindBuffer(gl.ARRAY_BUFFER, lookBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, looks, gl.STATIC_DRAW);
    },
    /* Returns when the points are there: reading a dot waits for them. */
    draw(view, ratio, count) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform4f(at("view"), (2 * view.scaleX) / view.width, (2 * view.scaleY) / view.height,
        (2 * view.left) / view.width - 1, 1 - (2 * view.bottom) / view.height);
      gl.uniform1f(at("size"), pointSize(points, count, view) * ratio);
      gl.uniform1f(at("selecting"), selecting ? 1 : 0);
      gl.uniform3fv(at("colours"), themeColours().flat());
      gl.drawArrays(gl.POINTS, 0, count);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, dot);
    },
  };
}

/* The same without WebGL, point by point. */
function plainDrawing(canvas, points, themes) {
  const pen2d = canvas.getContext("2d");
  const order = spreadOrder(points.size);
  let chosen = null;
  return {
    select(some) { chosen = some; },
    draw(view, ratio, count) {
      const colours = themeColours().map((parts) => `rgb(${parts.map((part) => Math.round(255 * part)).join(" ")})`);
      const side = Math.max(1, pointSize(points, count, view) * ratio);
      pen2d.clearRect(0, 0, canvas.width, canvas.height);
      for (let turn = 0; turn < count; turn += 1) {
        const i = order(turn);
        const [x, y] = view.toScreen(points.places[2 * i], points.places[2 * i + 1]);
        pen2d.globalAlpha = chosen ? (chosen[i] ? 0.95 : 0.06) : 0.7;
        pen2d.fillStyle = colours[themes[points.topic[i]]];
        pen2d.fillRect(x * ratio, y * ratio, side, side);
      }
    },
  };
}
