"""A hall under load: hall_under_load.py SQUINT HALL_TABLES [--tables N] [--speed X] [--shots N] [--kills N] [--cuts N] [--cut-s S]

Plays many tables by position on one broker and one hall, and says how long a ruling took to the overview, whether all copies are
equal, what the hall took. With --kills broker and hall are killed at random and started again; with --cuts the network between
tables and broker is cut: nothing goes through, and nobody is told. A game whose copy is not equal
at the end must have been told of by its table; each table then begins a next game, and the hall must get the earlier one too.
--keep FOLDER: all files are made there and stay."""
import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from hall import Broker, Hall, Program, bytes_of, digest, free_port, need_broker, wait_for

CONF = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\nmax_queued_messages 10000\n"


class Listener(threading.Thread):
    """A page: hears each table at a glance, with the moment."""
    def __init__(self, port):
        super().__init__(daemon=True)
        self.port, self.seen, self.kept = port, {}, True

    def run(self):
        while self.kept:
            try:
                self.listen()
            except OSError:
                time.sleep(0.2)

    def listen(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as link:
            link.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            file = link.makefile("rb")
            while self.kept:
                line = file.readline()
                if not line:
                    raise OSError("it is gone")
                if line.startswith(b'data: {"table"'):
                    now = time.monotonic()
                    table = json.loads(line[6:])
                    self.seen.setdefault((int(table["table"]), table["state"].get("n")), now)


class Network:
    """Between tables and broker: forwards, or, while it is cut, keeps everything back."""
    def __init__(self, to):
        self.to, self.cut = to, threading.Event()
        self.server = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.server.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self.to), timeout=2)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(a, b), daemon=True).start()

    def pump(self, a, b):
        try:
            while data := a.recv(65536):
                while self.cut.is_set():
                    time.sleep(0.05)
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def share(sorted_list, p):
    return sorted_list[min(len(sorted_list) - 1, int(p * len(sorted_list)))] if sorted_list else float("nan")


def memory_kb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as f:
        return int(next(line for line in f if line.startswith("VmRSS")).split()[1])


def trouble(o, broker, hall, network, tables, log):
    """Kills and cuts at random moments, as long as the tables play."""
    left = ["kill"] * o.kills + ["cut"] * o.cuts
    random.shuffle(left)
    done = {"broker": 0, "hall": 0, "cut": 0}
    while left and tables.runs():
        time.sleep(random.uniform(0.3, o.pause))
        if left.pop() == "cut":
            network.cut.set()
            time.sleep(o.cut_s)
            network.cut.clear()
            done["cut"] += 1
            continue
        which = random.choice(("broker", "hall"))
        program = broker if which == "broker" else hall
        program.end(signal.SIGKILL)
        time.sleep(random.uniform(0, 1))
        program.start()
        done[which] += 1
    log(f"killed: broker {done['broker']} times, hall {done['hall']} times; network cut {done['cut']} times for {o.cut_s} s; "
        f"{len(left)} were not reached")


def play(o, top, port, more, states, said=None):
    """The tables, each with a game."""
    return Program(o.simulated_tables, "--publish", f"mqtt://127.0.0.1:{port}/club", "--out", f"{top}/tables", "--tables", str(o.tables),
                   "--speed", str(o.speed), "--seeds", "8", *more, stdout=states, stderr=said)


def unequal(o, hall, top):
    """The tables of whose first games the hall has no equal copy."""
    found = set()
    for n in range(1, o.tables + 1):
        folder = f"{top}/tables/{n}"
        mine, game = digest(f"{folder}/game.jsonl"), json.loads(bytes_of(f"{folder}/hall.json"))["id"]
        try:
            wait_for(lambda: digest(hall.get(f"/table/{n}/record/{game}/1")[1]) == mine, 5, f"the copy of table {n}")
        except AssertionError:
            found.add(n)
    return found


def says_of(path):
    """The tables that have told people that the hall has not got all of their games."""
    with open(path, encoding="utf-8") as f:
        return {int(line.split()[1].rstrip(":")) for line in f if "does not have all" in line}


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("squint")
    ask.add_argument("simulated_tables")
    for name, default in (("tables", 200), ("shots", 40), ("kills", 0), ("cuts", 0), ("seed", 1)):
        ask.add_argument(f"--{name}", type=int, default=default)
    for name, default in (("speed", 20), ("cut-s", 15), ("pause", 3)):
        ask.add_argument(f"--{name}", type=float, default=default)
    ask.add_argument("--keep")
    o = ask.parse_args()
    need_broker()
    random.seed(o.seed)
    top = o.keep or tempfile.mkdtemp()
    os.makedirs(top, exist_ok=True)
    broker = Broker(top, CONF)
    network = Network(broker.port)
    hall = Hall(o.squint, top, broker.port)
    page = Listener(hall.port)
    page.start()
    with open(f"{top}/states", "w", encoding="utf-8") as states, open(f"{top}/said", "w", encoding="utf-8") as said:
        begun = time.monotonic()
        tables = play(o, top, network.port if o.cuts else broker.port, ("--shots", str(o.shots)), states, said)
        if o.kills or o.cuts:
            trouble(o, broker, hall, network, tables, print)
        tables.process.wait(3600)
    missing = unequal(o, hall, top)
    page.kept = False
    told_of = says_of(f"{top}/said")
    late = sorted(missing)
    if late:
        print(f"copies that are not equal at the end of the games: {late}, "
              f"told of by their tables: {sorted(told_of & missing)}; now each table plays one more game")
        play(o, top, broker.port, ("--suffix", "-next", "--shots", "1"), subprocess.DEVNULL).process.wait(600)
        missing = unequal(o, hall, top) | (missing - told_of)
    seconds = time.monotonic() - begun
    took = []
    with open(f"{top}/states", encoding="utf-8") as f:
        told = [line.split() for line in f]
    for table, n, moment in told:  # a glance shows the newest state, and so all before it
        seen = [at for (t, k), at in page.seen.items() if t == int(table) and k is not None and k >= int(n) and at > float(moment)]
        if seen:
            took.append(1000 * (min(seen) - float(moment)))
    took.sort()
    lines = sum(bytes_of(f"{top}/tables/{n}/game.jsonl").count(b"\n") for n in range(1, o.tables + 1))
    disk = sum(os.path.getsize(f"{top}/{n}") for n in os.listdir(top) if n.startswith("hall.sqlite"))
    glances = hall.glances()
    print(f"{o.tables} tables, {lines} lines of records, {seconds:.0f} s; copies that are not equal: {sorted(missing) or 'none'}")
    print(f"told more or less than once, or out of order: {sum('ill' in g for g in glances.values())} tables")
    print(f"ruling to overview: {len(took)} of {len(told)} states seen; median {share(took, .5):.0f} ms, 95 % {share(took, .95):.0f} ms, "
          f"99 % {share(took, .99):.0f} ms, longest {share(took, 1):.0f} ms")
    print(f"the hall: {memory_kb(hall.process.pid)} kB of memory, {disk / 1024:.0f} kB on the disk, {disk / 1024 / o.tables:.1f} kB a game")
    tables.end()
    hall.end()
    broker.end()
    if not o.keep:
        shutil.rmtree(top)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
