// node main.mjs GYRE CHROMIUM [FILTER [PAGE]]: all tests of the page. tests/web/run.py calls it.
import * as graph from "./graph_tests.mjs";
import { run } from "./harness.mjs";
import * as running from "./run_tests.mjs";
import * as speed from "./speed_tests.mjs";
import * as alone from "./standalone_tests.mjs";
import * as trace from "./trace_tests.mjs";
import * as troubles from "./trouble_tests.mjs";
import * as trying from "./try_tests.mjs";

const [gyre, chromium, filter = "", page = ""] = process.argv.slice(2);
const tests = [running, trace, trying, graph, troubles, alone, speed].flatMap((module) => Object.values(module));
process.exit((await run(tests, { gyre, chromium, filter, page })) ? 0 : 1);
