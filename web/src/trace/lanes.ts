// Geometry of the timeline: a row for each state, a lane for each process.
import type { Process } from "../protocol";

export const ROW = 26;
export const NUMBER = 60;  // the column of step numbers, with the bow of a cycle at its left
export const COLOURS = 8;

export interface Lane { pid: number; process: string; name: string; x: number; width: number; colour: string; born: number; died: number | null }

export function colour(index: number): string {
  return `var(--p${index % COLOURS})`;
}
export function colourOf(processes: Process[], pid: number): string {
  const index = processes.findIndex((p) => p.pid === pid);
  return index < 0 ? "var(--faint)" : colour(index);
}

// A pid may be used again after its process has ended; then the lane is the same.
export function lanes(processes: Process[], room: number): { lanes: Lane[]; writesX: number; width: number } {
  const pids = [...new Set(processes.map((p) => p.pid))].sort((a, b) => a - b);
  const writes = Math.max(150, Math.min(230, room * 0.24));
  const each = Math.max(112, Math.min(280, (room - NUMBER - writes) / Math.max(pids.length, 1)));
  const made = pids.map((pid, index) => {
    const own = processes.filter((p) => p.pid === pid);
    const ends = own.map((p) => p.diedAfter);
    return {
      pid, process: own[0].name, name: `${own[0].name}(${pid})`, x: NUMBER + index * each, width: each,
      colour: colourOf(processes, pid),
      born: Math.min(...own.map((p) => p.bornAfter)),
      died: ends.includes(null) ? null : Math.max(...(ends as number[])),
    };
  });
  const writesX = NUMBER + pids.length * each;
  return { lanes: made, writesX, width: writesX + writes };
}

export function cut(text: string, width: number): string {
  const room = Math.max(Math.floor(width / 6.65), 3);
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
