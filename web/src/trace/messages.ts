// Which send belongs to which receive: the second half of a rendezvous follows the first; a buffered message is taken
// by the first receive from its channel that has the same contents.
import type { Chunks } from "./chunks";
import type { Step } from "../protocol";

export interface Arrow { from: number; to: number; text: string }  // indices of steps

const MESSAGE = /^(.*?)(!!?|\?\??)(<?)(.*?)>?$/;

export class Arrows {
  readonly all: Arrow[] = [];
  private done = 0;
  private waiting = new Map<string, { step: number; text: string }[]>();

  constructor(private readonly steps: Chunks<Step>) {}

  // Goes on as far as steps are loaded.
  update(): Arrow[] {
    const end = this.steps.prefix();
    for (; this.done < end; this.done++) {
      const step = this.steps.peek(this.done);
      if (!step) break;
      this.add(step, this.done);
    }
    return this.all;
  }

  private add(step: Step, index: number): void {
    for (const message of step.messages) {
      const parts = MESSAGE.exec(message);
      if (!parts) continue;
      const [, channel, operator, copying, contents] = parts;
      if (operator[0] === "!") {
        const queue = this.waiting.get(channel) ?? [];
        queue.push({ step: index, text: contents });
        this.waiting.set(channel, queue);
      } else {
        const queue = this.waiting.get(channel) ?? [];
        let found = queue.findIndex((sent) => sent.text === contents);
        if (step.handshake) found = queue.findIndex((sent) => sent.step === index - 1);
        if (found < 0) continue;
        this.all.push({ from: queue[found].step, to: index, text: `${channel}: ${contents}` });
        if (copying === "") queue.splice(found, 1);
      }
    }
  }
}
