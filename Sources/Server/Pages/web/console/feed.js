// Owns: the journal of one sandbox as the server has it, kept up by long polls; and what to say while it can't be.
import { get, Refusal } from "./api.js";

/** Seconds that a poll waits. */
const WAIT = 20;
/** Milliseconds between two polls: what comes at once is shown at once, and not one by one. */
const PAUSE = 150;
const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

export class Feed extends EventTarget {
  /** By number, oldest first: what the server keeps and no more, so that no link leads nowhere. */
  entries = [];
  /** live, lost, gone or paused; with a sentence where something is wrong. */
  state = "connecting";
  why = "";
  sandbox;
  #created;
  #last = 0;
  #life;

  /** Follows another sandbox from now on, or none. */
  follow(sandbox) {
    if (sandbox === this.sandbox && this.#life && !this.#life.signal.aborted) return;
    this.#life?.abort();
    this.sandbox = sandbox;
    this.#forget();
    this.#created = undefined;
    if (sandbox !== undefined) this.#start();
  }

  /** Nobody looks: no connection is held. */
  pause() {
    this.#life?.abort();
    this.#say("paused");
  }

  resume() {
    if (this.sandbox !== undefined && (!this.#life || this.#life.signal.aborted)) this.#start();
  }

  /** Looks again now, and not only when it is time. */
  retry() {
    this.#life?.abort();
    this.resume();
  }

  /** Somebody here has cleared the journal. */
  clear() {
    this.entries = [];
    this.#changed([]);
  }

  #start() {
    this.#life = new AbortController();
    this.#run(this.#life.signal);
  }

  async #run(signal) {
    let retry = FIRST_RETRY;
    while (!signal.aborted) {
      try {
        await this.#look(signal);
        if (this.state !== "live") this.#say("live");
        const fresh = await this.#poll(signal);
        retry = FIRST_RETRY;
        if (fresh.length > 0) this.#add(fresh);
        await sleep(PAUSE, signal);
      } catch (error) {
        if (signal.aborted) return;
        const isGone = error instanceof Refusal && [404, 410].includes(error.status);
        // Where there never was one, the detail is for programs.
        this.#say(isGone ? "gone" : "lost", isGone && error.status === 404 ? error.message : sentence(error));
        await sleep(retry, signal);
        retry = Math.min(retry * 2, LAST_RETRY);
      }
    }
  }

  /** Whether it is still the same sandbox of the same server, and what of its journal is left. */
  async #look(signal) {
    const view = await get(`/sandboxes/${encodeURIComponent(this.sandbox)}`, signal);
    const { count, last } = view.journal;
    if (view.created !== this.#created || last < this.#last) {
      const isOther = this.#created !== undefined;
      this.#created = view.created;
      this.#forget();
      if (isOther) this.dispatchEvent(new Event("restart"));
    }
    const first = last - count + 1;
    if (this.entries.length > 0 && this.entries[0].n < first) {
      this.entries = this.entries.filter((entry) => entry.n >= first);
      this.#changed([]);
    }
  }

  async #poll(signal) {
    const path = `/sandboxes/${encodeURIComponent(this.sandbox)}/journal?after=${this.#last}`;
    return get(`${path}&wait=${WAIT}`, signal);
  }

  #add(fresh) {
    this.#last = fresh.at(-1).n;
    this.entries = this.entries.concat(fresh);
    this.#changed(fresh);
  }

  #forget() {
    this.entries = [];
    this.#last = 0;
    this.#changed([]);
  }

  #changed(fresh) {
    this.dispatchEvent(new CustomEvent("change", { detail: fresh }));
  }

  #say(state, why = "") {
    if (state === this.state && why === this.why) return;
    this.state = state;
    this.why = why;
    this.dispatchEvent(new Event("state"));
  }
}

function sentence(error) {
  return [error.message, error.detail].filter(Boolean).join(" ");
}

function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
