#!/bin/sh
# Runs as root in the guest, after its start; what it says goes to the serial console, where the
# host reads the lines "CHECK name value".
out=/dev/ttyS0
[ -c "$out" ] || out=/var/log/drive.log  # in a container
exec > "$out" 2>&1
home=/var/lib/private/multis
python=/opt/multis/bin/python
check() { echo "CHECK $1 $2"; }
shown() { systemctl show multis -p "$1" --value; }
settings() { mkdir -p -m 700 "$home"; cat /opt/multis/config.json > "$home/config.json"; }
answered() { "$python" /opt/multis/ask.py "$1" && echo yes || echo no; }
restarted() {  # waits until systemd has restarted the unit $1 times and it is up again
    for _ in $(seq 60); do
        [ "$(shown NRestarts)" = "$1" ] && [ "$(shown ActiveState)" = active ] && echo yes && return
        sleep 2
    done
    echo no
}

echo "systemd $(systemctl --version | head -1)"
systemctl start fake; sleep 5
settings
systemctl start multis; check started "$?"
check state "$(shown ActiveState)"
check says "$(shown StatusText)"
check user "$(stat -c %u "/proc/$(shown MainPID)")"
check home "$(stat -c %a "$home")"
check answered "$(answered one)"
# Only a kernel whose groups this guest may set enforces these two; they are facts, not checks.
group=/sys/fs/cgroup$(shown ControlGroup)
limit() {  # the limit $1 of the unit, or why there is none
    [ -f /sys/fs/cgroup/cgroup.controllers ] || { echo "not enforced: no cgroup v2 here"; return; }
    cat "$group/$1" 2>/dev/null || echo "not enforced: the host keeps this controller to itself"
}
echo "FACT memory.max $(limit memory.max)"
echo "FACT pids.max $(limit pids.max)"
echo "FACT MemoryMax $(shown MemoryMax) TasksMax $(shown TasksMax) OOMPolicy $(shown OOMPolicy)"
kill -KILL "$(shown MainPID)"
check restarted-after-kill "$(restarted 1)"
check answered-after-kill "$(answered two)"
kill -STOP "$(shown MainPID)"
check restarted-by-watchdog "$(restarted 2)"
check answered-after-hanging "$(answered three)"
cd /opt/multis/app && "$python" -m bench.systemd.work
begun=$(date +%s); systemctl stop multis
check stopped "$?"
check stop-seconds "$(( $(date +%s) - begun ))"
check result "$(shown Result)"
echo '{"nonsense": 1}' > "$home/config.json"
systemctl reset-failed multis; systemctl start multis; sleep 10
check exit-of-a-wrong-configuration "$(shown ExecMainStatus)"
check restarts-of-a-wrong-configuration "$(shown NRestarts)"
journalctl -u multis --no-pager -o cat | tail -25

mkdir -p /root/.config/systemd/user /root/home
cp /opt/multis/user.service /root/.config/systemd/user/multis.service
cp /opt/multis/config.json /root/home/config.json
loginctl enable-linger root; sleep 10
export XDG_RUNTIME_DIR=/run/user/0
systemctl --user daemon-reload
systemctl --user start multis; check user-unit-started "$?"
check user-unit-answered "$(answered four)"
systemctl --user stop multis; check user-unit-stopped "$?"
journalctl --user -u multis --no-pager -o cat | tail -5
echo DONE
systemctl poweroff
