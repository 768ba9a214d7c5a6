"""How fast `pgn view` is on the screen: the first picture, keys while the list grows, memory.

    python3 benches/view.py PROGRAM FILE [--megabytes N] [--folder FOLDER]

The games of FILE are repeated in a file of N megabytes (1,000 unless said), which is removed in the
end. The program runs in a terminal of 100 columns and 40 rows that this script reads. An answer to
a key is the picture with another row marked, which shows that it was drawn for the key. Then the
list grows to its end, and what the process held at most is told.
"""

import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time


def read_some(terminal, seconds):
    ready, _, _ = select.select([terminal], [], [], seconds)
    if not ready:
        return b""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def held_kilobytes(process):
    with open(f"/proc/{process}/status") as status:
        for line in status:
            if line.startswith("VmHWM"):
                return int(line.split()[1])
    return 0


def begin(program, path):
    began = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execv(program, [program, "view", path])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    return process, terminal, began


def end(process, terminal):
    os.write(terminal, b"q")
    waited = time.monotonic()
    while time.monotonic() - waited < 5:
        read_some(terminal, 0.05)
        done, _ = os.waitpid(process, os.WNOHANG)
        if done:
            break
    else:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    os.close(terminal)


def first_picture(program, path):
    process, terminal, began = begin(program, path)
    seen = b""
    while b"1 of" not in seen:
        seen += read_some(terminal, 10)
    taken = time.monotonic() - began
    end(process, terminal)
    return taken


def keys(program, path):
    """The times of answers while the list grows; then how many games there are, and the memory."""
    process, terminal, _ = begin(program, path)
    seen = b""
    while b"1 of" not in seen:
        seen += read_some(terminal, 10)
    taken, is_growing, key = [], True, 0
    # Down a row, up a row, a page down, a page up, to the last game so far, to the first.
    wanted = [b"j", b"k", b"\x06", b"\x02", b"G", b"g"]
    last = seen
    while is_growing and len(taken) < 2000:
        quiet = read_some(terminal, 0.002)
        last = quiet or last
        is_growing = held_growing(process, path)
        sent = time.monotonic()
        os.write(terminal, wanted[key % len(wanted)])
        key += 1
        answer = b""
        while b"\x1b[7m" not in answer:
            answer += read_some(terminal, 2)
            if time.monotonic() - sent > 2:
                break
        if is_growing:
            taken.append(time.monotonic() - sent)
    memory = held_kilobytes(process)
    end(process, terminal)
    return taken, memory


def held_growing(process, path):
    """Whether the file is still being read: its reader is not at its end."""
    folder = f"/proc/{process}/fd"
    size = os.path.getsize(path)
    for name in os.listdir(folder):
        try:
            if os.readlink(f"{folder}/{name}") != path:
                continue
            with open(f"/proc/{process}/fdinfo/{name}") as info:
                at = int(info.readline().split()[1])
            if 0 < at < size:
                return True
        except OSError:
            pass
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--folder", default=None)
    asked = parser.parse_args()
    program = os.path.abspath(asked.program)
    with open(asked.file, "rb") as file:
        text = file.read().strip() + b"\n\n"
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        path = os.path.join(os.path.realpath(folder), "big.pgn")
        n_copies = asked.megabytes * 1_000_000 // len(text) + 1
        with open(path, "wb") as big:
            for _ in range(n_copies):
                big.write(text)
        n_games = text.count(b"[Event ") * n_copies
        firsts = sorted(first_picture(program, path) for _ in range(9))
        taken, memory = keys(program, path)
    taken.sort()
    if not taken:
        sys.exit("the list did not grow while keys were pressed")

    def share(of):
        return taken[min(len(taken) - 1, int(of * len(taken)))] * 1000

    print(f"{n_games} games, {n_copies * len(text) / 1e6:.0f} MB")
    print(f"first picture: median {firsts[4] * 1000:.0f} ms, least {firsts[0] * 1000:.0f} ms")
    print(f"{len(taken)} keys while the list grew: median {share(0.5):.1f} ms, "
          f"p99 {share(0.99):.1f} ms, greatest {taken[-1] * 1000:.1f} ms")
    print(f"memory: {memory / 1000:.0f} MB; 100 MB and 40 bytes a game are "
          f"{100 + 40 * n_games / 1e6:.0f} MB")


main()
