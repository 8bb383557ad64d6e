// Calls of the server. Whatever goes wrong becomes an ApiError with a sentence for a person.
import { signal } from "@preact/signals";

export class ApiError extends Error {
  constructor(message: string, readonly status: number, readonly body: Record<string, unknown> = {}) {
    super(message);
  }
}

const token = new URLSearchParams(location.search).get("token") ?? "";

// Whether the server answers; false shows the bar that says so.
export const reachable = signal(true);

export const GONE = "gyre does not answer: the program has ended, or the connection is broken.";

function sentence(status: number, told: unknown): string {
  const text = typeof told === "string" ? told : "";
  if (status === 403) {
    return "gyre does not know this page: the token in its address is not the one that `gyre explore` has printed. " +
      "Open the address that it printed last.";
  }
  if (status === 410) return text || "This is gone: gyre keeps only the last ones. Run the check again.";
  return text || `gyre answered with an error (${status}).`;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: { "X-Gyre-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    reachable.value = false;
    throw new ApiError(GONE, 0);
  }
  reachable.value = true;
  let data: unknown = null;
  try {
    data = await answer.json();
  } catch {
    if (answer.ok) throw new ApiError("gyre sent an answer that is no JSON.", answer.status);
  }
  if (!answer.ok) {
    const told = (data ?? {}) as Record<string, unknown>;
    throw new ApiError(sentence(answer.status, told.error), answer.status, told);
  }
  return data as T;
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

// A file, which needs the token in a header: fetched, then handed to the browser as a download.
export async function download(path: string, name: string): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch(path, { headers: { "X-Gyre-Token": token } });
  } catch {
    reachable.value = false;
    throw new ApiError(GONE, 0);
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new ApiError(sentence(answer.status, told.error), answer.status);
  }
  saveAs(await answer.blob(), name);
}

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
