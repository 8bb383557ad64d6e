// A long list of which pieces are loaded when somebody looks at them. at() is reactive: who has asked for an element that
// is not there yet is drawn again when it has come.
import { signal } from "@preact/signals";
import { tell } from "../store";

const PIECE = 250;

export class Chunks<T> {
  private pieces = new Map<number, T[]>();
  private asked = new Set<number>();
  readonly version = signal(0);

  constructor(readonly size: number, private readonly load: (from: number, to: number) => Promise<T[]>) {}

  at(index: number): T | undefined {
    this.version.value;
    return this.peek(index);
  }

  peek(index: number): T | undefined {
    if (index < 0 || index >= this.size) return undefined;
    const number = Math.floor(index / PIECE);
    const piece = this.pieces.get(number);
    if (!piece) void this.want(number);
    return piece?.[index - number * PIECE];
  }

  private async want(number: number): Promise<void> {
    if (number < 0 || number * PIECE >= this.size || this.asked.has(number)) return;
    this.asked.add(number);
    try {
      this.pieces.set(number, await this.load(number * PIECE, Math.min((number + 1) * PIECE, this.size)));
      this.version.value++;
    } catch (error) {
      tell(error);
      setTimeout(() => this.asked.delete(number), 2000);
    }
  }

  // Loads those around an index before anybody asks for them.
  near(index: number): void {
    const number = Math.floor(index / PIECE);
    for (const n of [number, number + 1, number - 1]) void this.want(n);
  }

  // Loads all from the beginning on, one piece after the other, up to a limit.
  async all(limit: number): Promise<void> {
    for (let n = 0; n * PIECE < Math.min(this.size, limit); n++) await this.want(n);
  }

  // How many are there from the beginning on without a gap.
  prefix(): number {
    let n = 0;
    while (this.pieces.has(n)) n++;
    return Math.min(n * PIECE, this.size);
  }
}
