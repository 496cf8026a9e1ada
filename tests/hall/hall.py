"""A broker, a hall, its database and tables, as tests start and stop them."""
import glob
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

BROKER = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
SKIPPED = 77
LEAST_CONF = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n"


def need_broker():
    if not BROKER or not shutil.which("mosquitto_sub"):
        print("mosquitto and mosquitto-clients are not installed: nothing is tested")
        sys.exit(SKIPPED)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, seconds=60, name="it"):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        got = what()
        if got:
            return got
        time.sleep(0.02)
    raise AssertionError(f"{name} did not come within {seconds} s")


def listens(port):
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex(("127.0.0.1", port)) == 0


class Program:
    """A program that runs beside the test."""
    def __init__(self, *command, **how):
        self.command, self.how, self.process = command, how, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, **self.how)

    def end(self, by=signal.SIGTERM, seconds=30):
        if self.process and self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(seconds)

    def runs(self):
        return self.process.poll() is None


class Broker(Program):
    def __init__(self, folder, conf=LEAST_CONF, port=None):
        self.port = port or free_port()
        path = os.path.join(folder, "broker.conf")
        with open(path, "w", encoding="utf-8") as f:
            f.write(conf.format(port=self.port, folder=folder))
        self.log = open(os.path.join(folder, "broker.log"), "ab")
        super().__init__(BROKER, "-c", path, stdout=self.log, stderr=self.log)

    def start(self):
        super().start()
        wait_for(lambda: listens(self.port), name="the broker")

    def say(self, topic, payload, *more):
        subprocess.run(["mosquitto_pub", "-p", str(self.port), "-t", topic, "-s" if payload else "-n", "-q", "1", *more],
                       input=payload, check=True, timeout=20)

    def wait_until_heard(self, hall):
        """Until the hall of this name hears its tables: what it says of itself follows upon its subscriptions, and is kept."""
        desk = ["mosquitto_sub", "-p", str(self.port), "-t", f"squint/1/{hall}/desk/online", "-C", "1", "-W", "2"]
        wait_for(lambda: b'"ready"' in subprocess.run(desk, capture_output=True, check=False, timeout=20).stdout, name=f"the hall {hall}")


class Hall(Program):
    def __init__(self, squint, folder, port, *more, url=None, keep=None, **how):
        self.port, self.log = free_port(), os.path.join(folder, "hall.log")
        self.keep = keep or os.path.join(folder, "hall.sqlite")
        self.url = url or f"mqtt://127.0.0.1:{port}/club"
        super().__init__(squint, "hall", self.url, "--serve", str(self.port), "--keep", self.keep, *more,
                         stderr=open(self.log, "ab"), **how)

    def start(self):
        super().start()
        wait_for(lambda: listens(self.port), name="the hall")

    def get(self, path):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        link.request("GET", path)
        answer = link.getresponse()
        body = answer.read()
        link.close()
        return answer.status, body

    def policy(self, path):
        """What a browser may load for this page."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        link.request("GET", path)
        policy = link.getresponse().getheader("Content-Security-Policy")
        link.close()
        return policy

    def post(self, path, body, cookie=""):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        host = f"127.0.0.1:{self.port}"
        link.request("POST", path, json.dumps(body), {"Origin": f"http://{host}", "Host": host, "Cookie": cookie})
        answer = link.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
        body = answer.read()
        link.close()
        return answer.status, json.loads(body), cookie

    def code(self):
        return re.search(rb"code +(\S+)", bytes_of(self.log))[1].decode()

    def record(self, table):
        return self.get(f"/table/{table}/record")[1]

    def glances(self):
        """Each table at a glance, as a page that opens now gets them."""
        found = {}
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as link:
            link.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            text = b""
            while b"event: alive" not in text:
                text += link.recv(65536)
        for line in text.decode().replace("\r\n", "\n").split("\n"):
            if line.startswith("data: {\"table\""):
                table = json.loads(line[6:])
                found[table["table"]] = table
        return found


def postgres():
    """The folder of PostgreSQL's programs; None where it is not installed."""
    return max(glob.glob("/usr/lib/postgresql/*/bin"), default=None)


class Database(Program):
    """A PostgreSQL server of its own, in a folder, that only this machine reaches. It refuses to run as root."""
    def __init__(self, folder):
        self.folder = os.path.join(folder, "postgres")
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        os.makedirs(self.folder)
        if self.user:
            os.chmod(folder, 0o755)
            shutil.chown(self.folder, "postgres", "postgres")
        self.log = open(os.path.join(folder, "postgres.log"), "ab")
        how = {"stdout": self.log, "stderr": self.log, "cwd": self.folder, **self.user}
        subprocess.run([f"{postgres()}/initdb", "-D", "data", "-A", "trust", "-U", "hall", "--no-sync", "-E", "UTF8", "--locale", "C"],
                       check=True, timeout=60, **how)
        super().__init__(f"{postgres()}/postgres", "-D", "data", "-k", self.folder, "-c", "listen_addresses=", "-c", "fsync=off", **how)
        subprocess.run([f"{postgres()}/createdb", "-h", self.folder, "-U", "hall", "halls"], check=True, timeout=20, **how)
        self.url = f"postgresql://hall@/halls?host={self.folder}"

    def start(self):
        super().start()
        wait_for(lambda: subprocess.run([f"{postgres()}/pg_isready", "-q", "-h", self.folder], check=False, timeout=20).returncode == 0,
                 name="the database")

    def end(self, by=signal.SIGINT, seconds=30):
        return super().end(by, seconds)

    def psql(self, text):
        return [f"{postgres()}/psql", "-h", self.folder, "-U", "hall", "-q", "-v", "ON_ERROR_STOP=1", "-c", text, "halls"]

    def servers_of(self, program):
        """The processes that serve the program's connections."""
        asked = self.psql(f"SELECT pid FROM pg_stat_activity WHERE application_name = '{program}'")
        found = subprocess.run([*asked, "-A", "-t"], check=True, timeout=20, capture_output=True, text=True).stdout
        return [int(pid) for pid in found.split()]

    def put(self, text):
        """Carries out statements."""
        subprocess.run(self.psql(text), check=True, timeout=20, stdout=self.log, stderr=self.log)

    def holders(self, what):
        """About the programs that let nobody else read a table of it: pg_locks."""
        done = subprocess.run(self.psql(f"COPY (SELECT {what} FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock'"
                                        " AND relation::regclass::text LIKE 'squint.%') TO STDOUT"), capture_output=True, check=True, timeout=20)
        return done.stdout.strip()

    def hold(self, table="pairings"):
        """A program that lets nobody else read this table, until it is let go."""
        holder = Program(*self.psql(f"SET statement_timeout = 0; BEGIN; LOCK TABLE squint.{table}; SELECT pg_sleep(60)"), stdout=self.log, stderr=self.log)
        wait_for(lambda: self.holders("pid"), name="the lock")
        return holder

    def let_go(self):
        self.holders("pg_terminate_backend(pid)")


def bytes_of(path):
    with open(path, "rb") as f:
        return f.read()


def digest(path_or_bytes):
    if isinstance(path_or_bytes, str):
        with open(path_or_bytes, "rb") as f:
            path_or_bytes = f.read()
    return hashlib.sha256(path_or_bytes).hexdigest()
