// Lines of EPD: positions with operations.

import { analysis, Message } from "./module.js";

/** An operation: `bm Nf3`, `id "No. 1"`. Moves are in SAN. */
export interface EpdOperation {
  opcode: string;
  operands: (string | number)[];
}

/** Something that is wrong in a line. */
export interface EpdFinding {
  code: string;
  name: string;
  message: string;
  /** In UTF-16 units of the line. */
  range: [start: number, end: number];
}

/** A line. */
export interface EpdLine {
  /** The position as FEN; missing if the line is empty, a remark, or cannot be read. */
  fen?: string;
  operations: EpdOperation[];
  findings: EpdFinding[];
}

/** Reads a line of EPD. */
export function parseEpd(line: string): EpdLine {
  const answer = Message.begin("epd").text(line).call(analysis);
  const read: EpdLine = { operations: [], findings: [] };
  if (answer.flag()) {
    read.fen = answer.text();
    read.operations = Array.from({ length: answer.number() }, () => ({
      opcode: answer.text(),
      operands: Array.from({ length: answer.number() }, () => answer.text()),
    }));
  }
  read.findings = Array.from({ length: answer.number() }, (): EpdFinding => ({
    code: answer.text(),
    name: answer.text(),
    message: answer.text(),
    range: [answer.number(), answer.number()],
  }));
  return read;
}

/** Opcodes whose operands are strings in quotation marks. */
const STRINGS = /^(c[0-9]|id|v[0-9]|eco|nic|tcri|tcsi|resign)$/;

/** Writes a line of EPD; words, numbers and moves are written without quotation marks. */
export function writeEpd(fen: string, operations: EpdOperation[]): string {
  const message = Message.begin("write-epd").text(fen).number(operations.length);
  for (const { opcode, operands } of operations) {
    message.text(opcode).number(operands.length);
    for (const operand of operands) {
      const text = String(operand);
      const isString = STRINGS.test(opcode) || /[\s;"]/.test(text) || text === "";
      message.flag(isString).text(text);
    }
  }
  return message.call(analysis).text();
}
