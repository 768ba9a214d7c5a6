// PGN in Visual Studio Code: the language server, the board, and commands.

import * as vscode from "vscode";
import { Board } from "./board.js";
import { Server, isOurs } from "./server.js";

const { commands, languages, window, workspace } = vscode;

/** The scheme of the addresses of rule pages. */
const RULE = "pgnkit-rule";

let server: Server;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  server = new Server(context);
  const board = new Board(context, server);
  const start = () => server.start().catch(fail);
  const command = (name: string, run: (editor: vscode.TextEditor) => unknown) =>
    commands.registerCommand(`pgnkit.${name}`, async () => {
      const editor = window.activeTextEditor;
      if (!editor || !isOurs(editor.document)) return fail(new Error("open a .pgn or .epd file"));
      try {
        await run(editor);
      } catch (error) {
        fail(error);
      }
    });
  context.subscriptions.push(
    command("check", check),
    command("fixAll", () => commands.executeCommand(
      "editor.action.sourceAction", { kind: "source.fixAll.pgnkit", apply: "first" })),
    command("format", () => commands.executeCommand("editor.action.formatDocument")),
    command("openBoard", (editor) => board.open(editor)),
    command("convertToEpd", (editor) => convert(editor, "epd", "epd")),
    command("convertToCsv", (editor) => convert(editor, "csv", "plaintext")),
    commands.registerCommand("pgnkit.explainRule", () => explain().catch(fail)),
    commands.registerCommand("pgnkit.restart", start),
    workspace.registerTextDocumentContentProvider(RULE, {
      provideTextDocumentContent: (uri) => server.run(["explain", uri.path.replace(/\.md$/, "")], ""),
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("pgnkit.path")) void start();
    }),
  );
  await start();
}

export const deactivate = (): Promise<void> => server.stop();

function fail(error: unknown): void {
  void window.showErrorMessage(`PGN: ${(error as Error).message}`);
}

/** Shows the findings of the file. */
async function check({ document }: vscode.TextEditor): Promise<void> {
  await commands.executeCommand("workbench.actions.view.problems");
  const n = languages.getDiagnostics(document.uri).length;
  window.setStatusBarMessage(n === 1 ? "PGN: 1 finding" : `PGN: ${n} findings`, 5000);
}

/** Opens the games of the file in another format. */
async function convert(editor: vscode.TextEditor, format: string, language: string): Promise<void> {
  const content = await server.run(["convert", "--to", format, "-"], editor.document.getText());
  await window.showTextDocument(await workspace.openTextDocument({ content, language }));
}

/** Opens the page of the rule at the cursor, or of one that the user names. */
async function explain(): Promise<void> {
  const rule = ruleAtCursor() ?? await window.showInputBox({
    prompt: "Name or code of a rule", placeHolder: "illegal-move",
    validateInput: (name) => /^[\w-]+$/.test(name) ? null : "expected a name such as illegal-move",
  });
  if (!rule) return;
  const uri = vscode.Uri.from({ scheme: RULE, path: `${rule}.md` });
  await commands.executeCommand("markdown.showPreview", uri);
}

function ruleAtCursor(): string | null {
  const editor = window.activeTextEditor;
  if (!editor) return null;
  const found = languages.getDiagnostics(editor.document.uri).find(
    ({ range, source }) => source === "pgn" && range.contains(editor.selection.active));
  const code = found?.code;
  return code === undefined ? null : String(typeof code === "object" ? code.value : code);
}
