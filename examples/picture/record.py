#!/usr/bin/env python3
"""Records a session as a picture that moves: record.py [FOLDER OF combined AND combinectl]

Types the console blocks of the README.md beside it into two terminals of tmux, one above the other, and writes session.svg: every
row of them with the time from when and until when it was there. Without animation the picture shows the end. Needs tmux.
"""

import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = 84
# The terminals with their rows, from top to bottom.
PANES = {"first": 25, "second": 5}
PROMPTS = ("$ ", "combined> ", "      ... ")
# How fast a person types and reads, in seconds; a paste comes all at once.
KEY, READ, END = 0.05, 1.0, 5.0

CELL, LINE, MARGIN, GAP = 8.4, 19, 14, 16
BACKGROUND, FOREGROUND, BORDER = "#16181d", "#d8dee9", "#2e3440"
COLORS = ["#4c566a", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9"]


def blocks():
    """The console blocks: the terminal, and its lines."""
    for match in re.finditer(r"^```console ?(\w*)\n(.*?)^```$", (HERE / "README.md").read_text(), re.M | re.S):
        yield match[1] or "first", match[2].splitlines()


class Recorder:
    """Two terminals, and what they have shown so far."""

    def __init__(self, programs):
        self.home = tempfile.mkdtemp(prefix="picture")
        self.server = ["tmux", "-L", f"picture{os.getpid()}"]
        self.environment = [
            f"HOME={self.home}", f"XDG_STATE_HOME={self.home}/state", f"COMBINED_SOCKET={self.home}/sock",
            f"PATH={programs}:/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm-256color", "PS1=$ "]
        self.start = time.monotonic()
        # For each row the texts it had, with the moment each came.
        self.rows = {(pane, row): [] for pane, count in PANES.items() for row in range(count)}
        # The daemon runs already: where it has been started is nobody's business.
        subprocess.run(["env", "-i", *self.environment, "combinectl", "--quiet", "status"], env={"PATH": f"{programs}:/usr/bin"},
                       stdout=subprocess.DEVNULL, check=True)
        for pane, rows in PANES.items():
            self.tmux("new-session", "-d", "-s", pane, "-x", str(COLUMNS), "-y", str(rows), "-c", self.home,
                      "env", "-i", *self.environment, "/bin/bash", "--noprofile", "--norc")
        self.tmux("set-option", "-g", "status", "off")
        for pane, rows in PANES.items():
            self.tmux("resize-window", "-t", pane, "-x", str(COLUMNS), "-y", str(rows))

    def tmux(self, *arguments):
        return subprocess.run([*self.server, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

    def look(self):
        """Notes what has changed."""
        now = time.monotonic() - self.start
        for pane, count in PANES.items():
            shown = self.tmux("capture-pane", "-e", "-p", "-t", pane).split("\n")[:count]
            for row, text in enumerate(shown):
                history = self.rows[pane, row]
                if not history or history[-1][1] != text:
                    history.append((now, text))

    def text(self, pane):
        """What is on the screen, without colours and what stands at the right edge of a prompt."""
        rows = self.tmux("capture-pane", "-p", "-t", pane, "-S", "-").rstrip("\n").split("\n")
        return [re.sub(r" {2,}(\d+ watched · )?rev \d+$", "", row.rstrip()) for row in rows]

    def pause(self, seconds):
        """Looks on for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.look()
            time.sleep(0.02)

    def wait(self, pane, row):
        """Looks on until the last row is that."""
        until = time.monotonic() + 30
        while self.text(pane)[-1] != row:
            if time.monotonic() > until:
                sys.exit(f"waited for '{row}', and there is:\n" + "\n".join(self.text(pane)))
            self.pause(0.05)

    def type(self, pane, line):
        prompt = next(prompt for prompt in PROMPTS if line.startswith(prompt))
        keys = line[len(prompt):]
        is_pasted = prompt.startswith(" ") or keys.endswith("{")
        self.wait(pane, prompt.rstrip())
        if is_pasted:
            self.tmux("send-keys", "-t", pane, "-l", "--", keys)
        else:
            for key in keys:
                self.tmux("send-keys", "-t", pane, "-l", "--", key)
                self.pause(KEY)
        self.tmux("send-keys", "-t", pane, "Enter")
        self.pause(0 if is_pasted and keys != "}" else READ)

    def close(self):
        self.tmux("kill-server")
        subprocess.run(["env", "-i", *self.environment, "combinectl", "--quiet", "stop"], stdout=subprocess.DEVNULL,
                       env={"PATH": self.environment[3][5:]})
        shutil.rmtree(self.home, ignore_errors=True)


def runs(text):
    """A row with its escape sequences as pieces of one colour."""
    color, is_bold, is_dim = None, False, False
    for piece in re.split(r"(\x1b\[[\d;]*m)", text.rstrip()):
        if not piece.startswith("\x1b"):
            if piece:
                yield piece, color, is_bold, is_dim
            continue
        for code in piece[2:-1].split(";"):
            code = int(code or 0)
            if code == 0:
                color, is_bold, is_dim = None, False, False
            elif code in (1, 2, 22):
                is_bold, is_dim = code == 1, code == 2
            elif 30 <= code <= 37 or 90 <= code <= 97:
                color = COLORS[code % 10]
            elif code == 39:
                color = None


def row_as_svg(text, x, y, attributes):
    """One row; as wide as its columns, whatever the font is."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", text.rstrip())
    spans = ""
    for piece, color, is_bold, is_dim in runs(text):
        style = "".join([f' fill="{color}"' if color else "", ' font-weight="bold"' if is_bold else "",
                         ' opacity="0.6"' if is_dim else ""])
        piece = html.escape(piece, quote=False)
        spans += f"<tspan{style}>{piece}</tspan>" if style else piece
    return f'<text x="{x}" y="{y}" textLength="{len(plain) * CELL:.1f}"{attributes}>{spans}</text>'


def picture(rows, length):
    """The rows with their times as a drawing."""
    width = round(COLUMNS * CELL + 2 * MARGIN)
    total = length + END
    shapes, frames, top = [], [], 0
    for pane, count in PANES.items():
        height = count * LINE + 2 * MARGIN
        shapes.append(f'<rect x="0.5" y="{top + 0.5}" width="{width - 1}" height="{height - 1}" rx="8" fill="{BACKGROUND}" '
                      f'stroke="{BORDER}"/>')
        for row in range(count):
            history = rows[pane, row]
            for index, (begin, text) in enumerate(history):
                if not re.sub(r"\x1b\[[\d;]*m", "", text).strip():
                    continue
                end = history[index + 1][0] if index + 1 < len(history) else None
                name = f"f{len(frames)}"
                frames.append(f"@keyframes {name}{{0%{{visibility:hidden}}{begin / total:.2%}{{visibility:visible}}"
                              + (f"{end / total:.2%}{{visibility:hidden}}" if end else "") + "}")
                attributes = f' style="animation-name:{name}"' + (' visibility="hidden"' if end else "")
                y = top + MARGIN + (row + 0.75) * LINE
                shapes.append(row_as_svg(text, MARGIN, y, attributes))
        top += height + GAP
    height = top - GAP
    style = (f"text{{font:14px ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;fill:{FOREGROUND};white-space:pre;"
             f"animation:{total:.1f}s step-end infinite}}"
             "@media(prefers-reduced-motion:reduce){text{animation:none}}" + "".join(frames))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'xml:space="preserve">\n<style>{style}</style>\n' + "\n".join(shapes) + "\n</svg>\n")


def main():
    recorder = Recorder(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".build/release").resolve())
    try:
        recorder.pause(READ)
        for pane, lines in blocks():
            for line in lines:
                if line.startswith(PROMPTS):
                    recorder.type(pane, line)
        length = time.monotonic() - recorder.start
        (HERE / "session.svg").write_text(picture(recorder.rows, length))
    finally:
        recorder.close()


main()
