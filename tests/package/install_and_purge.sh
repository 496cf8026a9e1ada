#!/bin/sh
# Run in a bare Debian 12: installs the package that lies in /srv, uses it, removes and purges it.
set -eu
export DEBIAN_FRONTEND=noninteractive
deb=$(echo /srv/squint_*.deb)
apt-get update -qq
dpkg-query -W | sort >/tmp/packages-before
find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var/cache -o -path /var/lib/apt -o -path /var/log -o -path /srv \) -prune \
    -o -print | sort >/tmp/files-before
echo "to download on a bare system, without what is recommended:"
apt-get install --yes --no-install-recommends --print-uris "$deb" | sed -n 's/^Need to get.*/  &/p'
echo "with it:"
apt-get install --yes --install-recommends --print-uris "$deb" | sed -n 's/^Need to get.*/  &/p'
apt-get install --yes -qq --no-install-recommends "$deb" >/tmp/install.log 2>&1 || { tail /tmp/install.log; exit 1; }

echo "the program:"
squint --version
mkdir /tmp/try && cd /tmp/try
printf '%s\n' '{"event":"game","rules":"crokinole","form":"singles","first":"light"}' '{"event":"shot","at":{"L1":20}}' >game.jsonl
squint rules --sheet game.jsonl
# The sample is an H.264 video, for which a decoder is recommended.
apt-get install --yes -qq --no-install-recommends gstreamer1.0-libav >/tmp/install.log 2>&1 || { tail /tmp/install.log; exit 1; }
apt-mark auto gstreamer1.0-libav >/dev/null
squint referee --quiet --out judged /usr/share/squint/game.mp4 >judged.txt 2>&1 || [ $? -eq 3 ]
tail -3 judged.txt
squint rules judged/game.jsonl >/dev/null
test -s judged/game.jsonl
echo "the record has $(wc -l <judged/game.jsonl) lines"
echo "the console, which takes the sample game where there is no camera:"
HOME=/tmp/try squint console >console.txt 2>&1 &
console=$!
for _ in $(seq 100); do
    port=$(sed -n 's#.*http://127\.0\.0\.1:\([0-9]*\)/.*#\1#p' console.txt | head -1)
    [ -z "$port" ] || break
    sleep 0.1
done
perl -MIO::Socket::INET -e '
    my $s = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or die "the page does not answer\n";
    print $s "GET / HTTP/1.1\r\nHost: 127.0.0.1:$ARGV[0]\r\nConnection: close\r\n\r\n";
    my $page = join "", <$s>;
    $page =~ m#^HTTP/1.1 200 .*<title>([^<]*)#s or die "this is no page: $page\n";
    print "  a page called \"$1\", ", length $page, " bytes\n"' "$port"
kill -INT "$console"
wait "$console" || [ $? -le 3 ]
for _ in 1 2 3; do
    start=$(date +%s%N)
    squint --version >/dev/null
    echo "squint --version: $((($(date +%s%N) - start) / 1000000)) ms"
done
for page in /usr/share/man/man1/squint*.1.gz; do gzip -t "$page"; done
find /usr/share/man/man1 -name "squint*.1.gz" | wc -l | sed "s/$/ manual pages/"
cd /

apt-get remove --yes -qq squint >/tmp/remove.log 2>&1
apt-get purge --yes -qq squint >>/tmp/remove.log 2>&1
# What others only suggest goes too: nobody had asked for it.
apt-get autoremove --purge --yes -qq -o APT::AutoRemove::RecommendsImportant=false -o APT::AutoRemove::SuggestsImportant=false \
    >>/tmp/remove.log 2>&1
dpkg-query -W | sort >/tmp/packages-after
# Packages that every ordinary Debian has ("required") stay once they are there: apt does not take them away again.
left=$(comm -13 /tmp/packages-before /tmp/packages-after | while read -r name version; do
    [ "$(dpkg-query -W -f='${Priority}' "$name")" = required ] || echo "$name $version"
done)
[ -z "$left" ] || { printf 'packages were left behind:\n%s\n' "$left"; exit 1; }
rm -rf /tmp/try
find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var/cache -o -path /var/lib/apt -o -path /var/log -o -path /srv \) -prune \
    -o -print | sort >/tmp/files-after
echo "left behind that names squint:"
comm -13 /tmp/files-before /tmp/files-after | grep -i squint || echo "  nothing"
echo "left behind by others:"
comm -13 /tmp/files-before /tmp/files-after | grep -vi squint | sed 's/^/  /' | head -20
