// A long list of which pieces are loaded when somebody looks at them. at() is reactive: who has asked for an element that
// is not there yet is drawn again when it has come.
//
// Few requests are under way at a time, and the newest wish is the first to be fulfilled: whoever scrolls through ten
// thousand steps waits for the place where he stops, not for all that he has passed.
import { signal } from "@preact/signals";
import { tell } from "../store";

const PIECE = 250;
const AT_ONCE = 2;

export class Chunks<T> {
  private pieces = new Map<number, T[]>();
  private asked = new Set<number>();
  private wishes: number[] = [];
  private underWay = 0;
  private background = 0;  // up to here all are loaded when there is nothing else to do
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
    if (!piece) this.want(number);
    return piece?.[index - number * PIECE];
  }

  private want(number: number): void {
    if (number < 0 || number * PIECE >= this.size || this.pieces.has(number) || this.asked.has(number)) return;
    this.wishes = this.wishes.filter((wish) => wish !== number);
    this.wishes.push(number);
    this.pump();
  }

  private pump(): void {
    while (this.underWay < AT_ONCE) {
      const number = this.wishes.pop() ?? this.missing();
      if (number === undefined) return;
      this.asked.add(number);
      this.underWay++;
      void this.fetch(number);
    }
  }

  private async fetch(number: number): Promise<void> {
    try {
      this.pieces.set(number, await this.load(number * PIECE, Math.min((number + 1) * PIECE, this.size)));
      this.asked.delete(number);
      this.version.value++;
    } catch (error) {
      tell(error);
      this.background = 0;
      setTimeout(() => this.asked.delete(number), 2000);
    }
    this.underWay--;
    this.pump();
  }

  private missing(): number | undefined {
    for (let n = 0; n * PIECE < Math.min(this.size, this.background); n++) {
      if (!this.pieces.has(n) && !this.asked.has(n)) return n;
    }
    return undefined;
  }

  // Wishes for those around an index before anybody looks at them.
  near(index: number): void {
    const number = Math.floor(index / PIECE);
    for (const n of [number - 1, number + 1, number]) this.want(n);
  }

  // Loads all from the beginning on, up to a limit, when there is nothing else to do.
  all(limit: number): void {
    this.background = limit;
    this.pump();
  }

  // How many are there from the beginning on without a gap.
  prefix(): number {
    let n = 0;
    while (this.pieces.has(n)) n++;
    return Math.min(n * PIECE, this.size);
  }
}
