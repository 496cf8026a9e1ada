"""A phone's camera program on loopback: sends one JPEG again and again, until it is told to send another.

Between two pictures both come in turn for a moment, as the motion of a shot; after a gap the referee asks whether that was all."""
import http.server
import threading
import time

RATE = 12  # pictures a second
MOTION_S = 0.7
GAP_S = 0.9  # half a second is a hole (ui/session/frame_gaps.h)


class Phone:
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
                        if phone.stopped:
                            time.sleep(0.1)
                            due = time.monotonic()
                            continue
                        jpeg = phone.jpeg
                        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
                        self.wfile.write(jpeg + b"\r\n")
                        due += 1 / RATE
                        time.sleep(max(0, due - time.monotonic()))
                except OSError:
                    pass  # whoever looked has gone

        self.runs, self.stopped = True, False
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/video"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def gap_to(self, picture):
        self.stop()
        time.sleep(GAP_S)
        self.load(picture)
        self.go_on()

    def load(self, picture):
        with open(picture, "rb") as f:
            self.jpeg = f.read()

    def move_to(self, picture):
        before = self.jpeg
        self.load(picture)
        after = self.jpeg
        for i in range(int(MOTION_S * RATE)):
            self.jpeg = (before, after)[i % 2]
            time.sleep(1 / RATE)
        self.jpeg = after

    def stop(self):
        self.stopped = True

    def go_on(self):
        self.stopped = False

    def close(self):
        self.runs = False
        self.server.shutdown()
        self.server.server_close()
