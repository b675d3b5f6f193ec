// A voice message, recorded by the browser and sent as soon as its reader says so.
import { button, h, svg } from "./dom.js";
import { toast } from "./toast.js";
import { number, t } from "./words.js";

// What browsers record, with the ending that the engines of speech know it by.
const KINDS = [["audio/ogg;codecs=opus", "ogg"], ["audio/webm;codecs=opus", "webm"], ["audio/mp4", "m4a"]];
const LONGEST = 900; // seconds

export const canRecord = () => Boolean(navigator.mediaDevices?.getUserMedia) && "MediaRecorder" in window;

/** Sits in `place` beside the field; `send(file, seconds)` is given what was recorded. */
export class Recorder {
  #place;
  #send;
  #recording = null; // {recorder, stream, began, timer}
  #start = button(microphone(), () => this.#begin().catch(() => toast(t("The browser gives no microphone to this page."), { failed: true })), { class: "attach", "aria-label": t("Record a voice message"), title: t("Record a voice message") });

  constructor(place, send) {
    this.#place = place;
    this.#send = send;
    place.replaceChildren(this.#start);
  }

  async #begin() {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const [type, ending] = KINDS.find(([kind]) => MediaRecorder.isTypeSupported(kind)) ?? ["", "webm"];
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
    const pieces = [];
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    recorder.addEventListener("stop", () => this.#end(pieces, ending));
    const shown = h("span", { class: "recorded", role: "timer" });
    this.#recording = { recorder, stream, began: Date.now(), kept: false, timer: setInterval(() => this.#tick(shown), 250) };
    this.#tick(shown);
    const keep = button(t("Send recording"), () => this.#stop(true), { class: "main" });
    this.#place.replaceChildren(shown, keep, button("✕", () => this.#stop(false), { class: "quiet", "aria-label": t("Discard the recording") }));
    keep.focus();
    recorder.start();
  }

  get #seconds() {
    return Math.round((Date.now() - this.#recording.began) / 1000);
  }

  #tick(shown) {
    const [minutes, seconds] = [Math.floor(this.#seconds / 60), this.#seconds % 60];
    shown.textContent = `${number(minutes)}:${number(seconds, { minimumIntegerDigits: 2 })}`;
    if (this.#seconds >= LONGEST) this.#stop(true);
  }

  #stop(kept) {
    if (this.#recording.recorder.state === "inactive") return;
    this.#recording.kept = kept;
    this.#recording.recorder.stop();
  }

  #end(pieces, ending) {
    const { stream, timer, kept } = this.#recording;
    const seconds = Math.max(1, this.#seconds);
    clearInterval(timer);
    stream.getTracks().forEach((each) => each.stop());
    this.#recording = null;
    this.#place.replaceChildren(this.#start);
    this.#start.focus();
    if (kept) this.#send(new File(pieces, `voice.${ending}`, { type: pieces[0]?.type }), seconds);
  }
}

const MICROPHONE = "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21";

function microphone() {
  const line = svg("path", { d: MICROPHONE, fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round" });
  return svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, line);
}
