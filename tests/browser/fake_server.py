"""In place of the server of pages: what a page hears and gets for an answer is what the test says."""
import http.server
import json
import os
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = [os.path.join(HERE, "..", "..", "ui", room, "pages") for room in ("serve", "hall")]
TYPES = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


class FakeServer:
    """answers: by path, (status, what is answered) or a function of the body that gives them; (0, ""): the connection is cut.
    lines: what /events tells, [(kind, line)]; a page that opens it hears all of them and then those that come."""

    def __init__(self):
        self.answers, self.lines, self.asked, self.runs = {}, [], [], True
        self.come = threading.Condition()
        fake = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def give(self, status, kind, body):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                path = self.path.split("?")[0]
                try:
                    if path == "/events":
                        self.tell_events()
                    elif path in fake.answers:
                        self.answer(path, b"")
                    else:
                        self.give_file(path[1:] or "console.html")
                except OSError:
                    pass  # the page has gone

            def do_POST(self):
                body, path = self.rfile.read(int(self.headers["Content-Length"])), self.path.split("?")[0]
                fake.asked.append((self.path, body))
                self.answer(path, body)

            def answer(self, path, body):
                answer = fake.answers.get(path, (404, {}))
                status, what = answer(body) if callable(answer) else answer
                if status:
                    self.give(status, "application/json", (what if isinstance(what, str) else json.dumps(what)).encode())

            def give_file(self, name):
                name = name if "." in name else name + ".html"
                path = next((p for p in (os.path.join(f, name) for f in FOLDERS) if os.path.exists(p)), None)
                if path:
                    with open(path, "rb") as f:
                        self.give(200, TYPES[name.rpartition(".")[2]], f.read())
                else:
                    self.give(404, "text/plain", b"")

            def tell_events(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                self.wfile.write(b"event: anew\ndata: {}\n\n")
                told = 0
                while fake.runs:
                    with fake.come:
                        fake.come.wait_for(lambda n=told: len(fake.lines) > n, 0.5)
                        news = fake.lines[told:]
                    told += len(news)
                    for kind, line in news or [("alive", {})]:
                        self.wfile.write(f"event: {kind}\ndata: {json.dumps(line)}\n\n".encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def tell(self, *lines):
        with self.come:
            self.lines += lines
            self.come.notify_all()

    def close(self):
        self.runs = False
        self.server.shutdown()
        self.server.server_close()
