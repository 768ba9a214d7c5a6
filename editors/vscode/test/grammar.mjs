// The grammars, as an editor reads them: `node --test test/grammar.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const folder = join(import.meta.dirname, "..");
const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
await oniguruma.loadWASM(readFileSync(wasm));

const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const path = join(folder, `languages/${scope.replace("source.", "")}.tmLanguage.json`);
    return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  },
});

/** The words of a text with the names of their innermost scopes, shortened to two parts. */
async function tokens(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  let stack = textmate.INITIAL;
  const found = [];
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const word = line.slice(startIndex, endIndex).trim();
      const name = scopes.at(-1).split(".").slice(0, 2).join(".");
      if (word) found.push(`${word} ${name}`);
    }
  }
  return found;
}

test("a game", async () => {
  const text = `%escape
[White "Tal, \\"M\\""]

1. e4! e5 (1... c5 $14 {a [%clk 0:01] (comment)} 2. O-O-O+) 2. exd8=Q# ; rest
N@f3 -- 12.Nbd7 1/2-1/2`;
  assert.deepEqual(await tokens("source.pgn", text), [
    "%escape comment.line", "[ punctuation.definition", "White entity.name",
    "\" string.quoted", "Tal, string.quoted", "\\\" constant.character", "M string.quoted", "\\\" constant.character",
    "\" string.quoted", "] punctuation.definition",
    "1. constant.numeric", "e4 entity.name", "! keyword.operator", "e5 entity.name",
    "( punctuation.section", "1... constant.numeric", "c5 entity.name", "$14 constant.numeric",
    "{ comment.block", "a comment.block", "[ meta.command", "%clk keyword.other", "0:01 constant.other",
    "] meta.command", "(comment) comment.block", "} comment.block",
    "2. constant.numeric", "O-O-O+ entity.name",
    ") punctuation.section", "2. constant.numeric", "exd8=Q# entity.name", "; rest comment.line",
    "N@f3 entity.name", "-- entity.name", "12. constant.numeric", "Nbd7 entity.name",
    "1/2-1/2 keyword.control",
  ]);
});

test("an open variation ends with the game", async () => {
  const found = await tokens("source.pgn", "1. e4 (1. d4 (1. c4\n[White \"a\"]\n\n1. e4 *");
  assert.ok(found.includes("White entity.name") && found.includes("* keyword.control"), found);
});

test("records", async () => {
  const text = `# remark
4k3/8/8/8/8/8/4P3/4K3 w - e3 bm e4 Kd2; id "a; \\"b\\""; ce -12;
4k3/8/8/8/8/8/4P3/4K3 b KQ - 0 1`;
  assert.deepEqual(await tokens("source.epd", text), [
    "# remark comment.line", "4k3/8/8/8/8/8/4P3/4K3 entity.name", "w constant.language",
    "- constant.language", "e3 constant.language", "bm keyword.other", "e4 variable.parameter",
    "Kd2 variable.parameter", "; punctuation.terminator", "id keyword.other",
    "\" string.quoted", "a; string.quoted", "\\\" constant.character", "b string.quoted", "\\\" constant.character",
    "\" string.quoted", "; punctuation.terminator", "ce keyword.other", "-12 constant.numeric",
    "; punctuation.terminator", "4k3/8/8/8/8/8/4P3/4K3 entity.name", "b constant.language",
    "KQ constant.language", "- constant.language", "0 constant.numeric", "1 constant.numeric",
  ]);
});
