// Sessions driven by the test client of the npm registry, with which debug adapters of VS Code are tested:
//   node testsupport.cjs FOLDER-OF-NODE_MODULES GYRE MODEL BROKEN_LOCK
const path = require('path');
const [, , modules, gyre, model, lock] = process.argv;
const { DebugClient } = require(path.join(modules, 'node_modules', '@vscode', 'debugadapter-testsupport'));

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

async function session(run) {
  const client = new DebugClient(gyre, 'dap', 'gyre');
  // The client starts `command adapter`; `dap` is our argument where it expects a script.
  client.defaultTimeout = 30000;
  await client.start();
  try {
    await run(client);
  } finally {
    await client.stop();
  }
}

async function main() {
  await session(async (c) => {
    const answer = await c.initializeRequest();
    expect(answer.body.supportsStepBack, 'capabilities');
  });
  await session(async (c) => {
    await Promise.all([
      c.configurationSequence(), c.launch({ program: model }),
      c.assertStoppedLocation('entry', { path: model }),
    ]);
  });
  await session(async (c) => {
    await c.hitBreakpoint({ program: model, stopOnEntry: false }, { path: model, line: 9 });
    const threads = await c.threadsRequest();
    expect(threads.body.threads.length === 2, 'threads');
    await Promise.all([c.stepBackRequest({ threadId: 1 }), c.assertStoppedLocation('step', { path: model, line: 8 })]);
    await Promise.all([c.nextRequest({ threadId: 1 }), c.assertStoppedLocation('step', { path: model, line: 9 })]);
  });
  await session(async (c) => {
    await Promise.all([
      c.configurationSequence(), c.launch({ program: lock, property: 'safety', stopOnEntry: false }),
      c.waitForEvent('stopped').then((e) => expect(e.body.reason === 'exception', e.body.reason)),
    ]);
  });
  console.log('all is well');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
