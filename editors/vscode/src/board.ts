// The board beside the text: shows the game and the move at the cursor.

import * as vscode from "vscode";
import { boardPage, type BoardMessage } from "./page.js";
import type { Server } from "./server.js";
import { isOurs } from "./server.js";

/** How long the cursor rests before the board follows, in milliseconds. */
const REST_MS = 80;

export class Board {
  #panel: vscode.WebviewPanel | null = null;
  #isReady = false;
  #timer: NodeJS.Timeout | undefined;
  #editor: vscode.TextEditor | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    const { window, workspace } = vscode;
    context.subscriptions.push(
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#follow(textEditor)),
      window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor)),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#editor?.document) this.#follow(this.#editor);
      }),
    );
  }

  /** Opens the panel, or brings it to the front. */
  open(editor: vscode.TextEditor): void {
    this.#editor = editor;
    if (this.#panel) {
      this.#panel.reveal(undefined, true);
      return void this.#send();
    }
    const folder = vscode.Uri.joinPath(this.context.extensionUri, "dist", "viewer");
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("pgnkit.board", "Board", column, {
      enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [folder],
    });
    const { webview } = panel;
    const address = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    webview.onDidReceiveMessage(() => {
      this.#isReady = true;
      void this.#send();
    });
    panel.onDidDispose(() => {
      this.#panel = null;
      this.#isReady = false;
    });
    this.#panel = panel;
    webview.html = boardPage(webview.cspSource, address("pgn-view.js"), address("panel.js"));
  }

  #follow(editor: vscode.TextEditor): void {
    if (!this.#panel || !isOurs(editor.document)) return;
    this.#editor = editor;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), REST_MS);
  }

  async #send(): Promise<void> {
    const editor = this.#editor;
    if (!editor || !this.#isReady) return;
    let game;
    try {
      game = await this.server.gameAt(editor.document, editor.selection.active);
    } catch (error) {
      // An older server does not know the request.
      this.#panel?.dispose();
      return void vscode.window.showErrorMessage(`PGN: no board: ${(error as Error).message}`);
    }
    if (!game || !this.#panel) return;
    this.#panel.title = `Board: game ${game.number}`;
    const message: BoardMessage = { text: game.text, node: game.node };
    void this.#panel.webview.postMessage(message);
  }
}
