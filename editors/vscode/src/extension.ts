// The client of `gyre lsp` and `gyre dap`.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

const configuration = () => vscode.workspace.getConfiguration("gyre");
const program = () => configuration().get<string>("program") || "gyre";

interface Shown {
  text: string;
}

function isShown(result: unknown): result is Shown {
  return typeof result === "object" && result !== null && typeof (result as Shown).text === "string";
}

async function start(): Promise<void> {
  const server: ServerOptions = { command: program(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "promela" }, { language: "esml" }],
    initializationOptions: { settings: configuration().get("settings") },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{pml,prom,promela,spin,esml,h,inc}") },
    middleware: {
      // What `simulate` and a verdict show is opened as a text of its own.
      executeCommand: async (command, args, next) => {
        const result: unknown = await next(command, args);
        if (isShown(result)) {
          const document = await vscode.workspace.openTextDocument({ content: result.text, language: "plaintext" });
          await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
        }
        return result;
      },
    },
  };
  client = new LanguageClient("gyre", "gyre", server, options);
  try {
    await client.start();
  } catch (why) {
    client = undefined;
    void vscode.window.showErrorMessage(
      `gyre: '${program()} lsp' could not be started (${why}). Is the program installed? The setting gyre.program names it.`);
    return;
  }
  client.onNotification("gyre/verdict", (verdict: { property: string; text: string }) => {
    vscode.window.setStatusBarMessage(`gyre: ${verdict.property} ${verdict.text}`, 10000);
  });
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

class DebugAdapters implements vscode.DebugAdapterDescriptorFactory {
  createDebugAdapterDescriptor(): vscode.DebugAdapterDescriptor {
    return new vscode.DebugAdapterExecutable(program(), ["dap"]);
  }
}

class DebugConfigurations implements vscode.DebugConfigurationProvider {
  // Without a launch.json the model in the editor is stepped through.
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined, config: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (!config.type && !config.request) {
      const open = vscode.window.activeTextEditor?.document;
      if (!open || (open.languageId !== "promela" && open.languageId !== "esml")) return undefined;
      return { type: "gyre", request: "launch", name: "Step through the model", program: open.uri.fsPath };
    }
    return config;
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("gyre", new DebugAdapters()),
    vscode.debug.registerDebugConfigurationProvider("gyre", new DebugConfigurations()),
    vscode.commands.registerCommand("gyre.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("gyre.program")) {
        await stop();
        await start();
      } else if (event.affectsConfiguration("gyre.settings")) {
        await client?.sendNotification("workspace/didChangeConfiguration",
          { settings: { gyre: { settings: configuration().get("settings") } } });
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
