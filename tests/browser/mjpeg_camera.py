"""A phone's camera program on loopback: sends one JPEG again and again, until it is told to send another.

Between two pictures both come in turn for a moment, as the motion of a shot; after a gap the referee asks whether that was all.
A picture is sent when the one before has been read, so that a slow machine sees fewer of them, but neither a motion nor a gap is lost."""
import collections
import http.server
import os
import threading
import time

RATE = 6  # pictures a second
MOTION_S = 0.7
GAP_S = 0.9  # half a second is a hole (ui/session/frame_gaps.h)
QUEUES = "/proc/net/tcp"  # what the kernel keeps of each connection
LOOK_AGAIN_S = 0.02  # the kernel goes through all that it keeps
PATIENCE_S = 60


class MjpegCamera:
    def __init__(self, picture):
        self.load(picture)
        phone = self

        class Answer(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    due = time.monotonic()
                    while phone.runs:
                        phone.wait_until_read(self.client_address)  # what came late would make a gap shorter
                        if phone.stopped:
                            phone.silent.set()
                            time.sleep(0.1)
                            continue
                        jpeg = phone.coming.popleft() if phone.coming else phone.jpeg
                        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
                        self.wfile.write(jpeg + b"\r\n")
                        due = max(due + 1 / RATE, time.monotonic())
                        time.sleep(max(0, due - time.monotonic()))
                except OSError:
                    pass  # whoever looked has gone

        self.runs, self.stopped = True, False
        self.coming, self.silent = collections.deque(), threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/video"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def unread(self, reader):
        """Bytes on their way to a reader, and those that have come but that it has not read."""
        if not os.path.exists(QUEUES):
            return 0
        with open(QUEUES, encoding="ascii") as f:
            rows = [line.split() for line in f][1:]
        ends = {f":{self.server.server_port:04X}", f":{reader[1]:04X}"}
        return sum(int(n, 16) for row in rows if {row[1][-5:], row[2][-5:]} == ends for n in row[4].split(":"))

    def wait_until_read(self, reader):
        while self.runs and self.unread(reader):
            time.sleep(LOOK_AGAIN_S)

    def gap_to(self, picture):
        self.stop()
        assert self.silent.wait(PATIENCE_S), "nobody looks at the camera"
        time.sleep(GAP_S)
        self.load(picture)
        self.go_on()

    def load(self, picture):
        with open(picture, "rb") as f:
            self.jpeg = f.read()

    def move_to(self, picture):
        before = self.jpeg
        self.load(picture)
        self.coming.extend((before, self.jpeg)[i % 2] for i in range(int(MOTION_S * RATE)))
        end = time.monotonic() + PATIENCE_S
        while self.coming:
            assert time.monotonic() < end, "nobody looks at the camera"
            time.sleep(LOOK_AGAIN_S)

    def stop(self):
        self.silent.clear()
        self.stopped = True

    def go_on(self):
        self.stopped = False

    def close(self):
        self.runs = False
        self.server.shutdown()
        self.server.server_close()
