#!/usr/bin/env node
// Starts the program of the package for this machine, which npm installs as an optional dependency.
'use strict';
const { spawn } = require('node:child_process');

const machine = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'pgn.exe' : 'pgn';
let program;
try {
    program = require.resolve(`@pgnkit/pgn-${machine}/${file}`);
} catch {
    console.error(
        `pgn: the package @pgnkit/pgn-${machine} is not installed: npm leaves it out with ` +
            '--omit=optional, and not every platform has one; `cargo install pgn-cli` builds pgn',
    );
    process.exit(2);
}

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
// The terminal sends Ctrl-C to both: pgn decides what to do, and this process waits for it.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
    console.error(`pgn: ${program}: ${error.message}`);
    process.exit(2);
});
child.on('exit', (status, signal) => {
    if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
    } else {
        process.exit(status);
    }
});
