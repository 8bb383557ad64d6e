// The layout in a worker, so that the page stays fluid.
import ELK from "elkjs/lib/elk-api.js";
import workerUrl from "elkjs/lib/elk-worker.min.js?url";
import type { Engine } from "./layout";

export async function makeEngine(): Promise<Engine> {
  return new ELK({ workerUrl }) as unknown as Engine;
}
