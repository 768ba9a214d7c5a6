// The language server `pgn lsp`: finds the program, and starts and stops the server.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { download, downloadedProgram, findInPath, programName } from "./release.js";

const RELEASES = "https://github.com/pgnkit/pgnkit/releases";
const LANGUAGES = ["pgn", "epd"];

/** The most that the program may print, in bytes. */
const OUTPUT_BYTES_MAX = 256 << 20;

export const isOurs = (document: vscode.TextDocument): boolean =>
  LANGUAGES.includes(document.languageId);

/** A game, and where in it the cursor is. */
export interface GameAt {
  text: string;
  node: number | null;
  number: number;
}

export class Server {
  #client: LanguageClient | null = null;
  #program: string | null = null;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** Starts the server, if the program is there or the user has it downloaded. */
  async start(): Promise<void> {
    await this.stop();
    this.#program = this.#find() ?? await this.#offer();
    if (!this.#program) return;
    const options: LanguageClientOptions = {
      documentSelector: LANGUAGES.flatMap((language) =>
        ["file", "untitled"].map((scheme) => ({ language, scheme }))),
    };
    const command = { command: this.#program, args: ["lsp"] };
    this.#client = new LanguageClient("pgnkit", "PGN", command, options);
    await this.#client.start();
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.dispose();
  }

  async gameAt(
    document: vscode.TextDocument, position: vscode.Position,
  ): Promise<GameAt | null> {
    const client = this.#client;
    if (!client?.isRunning()) return null;
    const params = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
    return client.sendRequest<GameAt | null>("pgnkit/gameAt", params);
  }

  /** The output of the program for these arguments and this input. */
  async run(args: string[], input: string): Promise<string> {
    const program = this.#program ?? this.#find() ?? await this.#offer();
    if (!program) throw new Error("pgn was not found");
    return new Promise((resolve, reject) => {
      const options = { maxBuffer: OUTPUT_BYTES_MAX };
      const child = execFile(program, args, options, (error, output, messages) => {
        // A status of 1 means that there was something to report.
        if (error && (error.code !== 1 || !output)) reject(new Error(messages || error.message));
        else resolve(output);
      });
      child.stdin?.on("error", () => {});
      child.stdin?.end(input);
    });
  }

  get #version(): string { return String(this.context.extension.packageJSON.version); }

  get #downloads(): string { return this.context.globalStorageUri.fsPath; }

  /** The program of the settings, in PATH, or downloaded before. */
  #find(): string | null {
    const named = vscode.workspace.getConfiguration("pgnkit").get<string>("path", "");
    if (named) return named;
    const downloaded = downloadedProgram(this.#downloads, this.#version, process);
    return findInPath(process.env["PATH"] ?? "", programName(process))
      ?? (existsSync(downloaded) ? downloaded : null);
  }

  /** Asks whether to download the program. */
  async #offer(): Promise<string | null> {
    const [yes, settings] = ["Download", "Settings"];
    const question = `pgn was not found in PATH. Download pgn ${this.#version} from ${RELEASES}?`;
    const choice = await vscode.window.showInformationMessage(question, yes, settings, "Not Now");
    if (choice === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "pgnkit.path");
    }
    if (choice !== yes) return null;
    const location = vscode.ProgressLocation.Notification;
    const base = `${RELEASES}/download/v${this.#version}`;
    try {
      return await vscode.window.withProgress({ location, title: "Downloading pgn" }, () =>
        download(base, this.#version, process, this.#downloads));
    } catch (error) {
      void vscode.window.showErrorMessage(`pgn was not downloaded: ${(error as Error).message}`);
      return null;
    }
  }
}
