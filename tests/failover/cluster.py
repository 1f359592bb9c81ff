# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL cluster for tests: three nodes under Patroni, one etcd, all on free loopback ports in a temporary folder, and run
by an unprivileged user. What Patroni is told here is what docs/operations.md advises."""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

NODES = ("n1", "n2", "n3")
# Connections go to whatever node Patroni says leads, and are cut when it no longer does.
HAPROXY = """global
    maxconn 400
defaults
    mode tcp
    timeout connect 2s
    timeout client 30m
    timeout server 30m
listen leadsheet
    bind 127.0.0.1:{port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"""
PASSWORD = "leadsheet"
# How commits wait for standbys. "patroni": Patroni names both standbys and takes one off that is away. "any": either of the two.
SYNCHRONOUS = ("patroni", "any")


def postgres_programs():
    """The folder of the newest server here; None without one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return found[-1].parent if found else None


def missing():
    """What of the programs is not installed."""
    programs = [name for name in ("patroni", "etcd") if not shutil.which(name)]
    return programs + ([] if postgres_programs() else ["postgresql"])


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def await_that(condition, seconds, what):
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


def descendants(pids):
    """These processes and all that they began."""
    children = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found, left = [], list(pids)
    while left:
        pid = left.pop()
        found.append(pid)
        left += children.get(pid, [])
    return found


def kill_all(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Node:
    """A machine of the cluster: Patroni and the database server that it runs."""

    def __init__(self, cluster, name, port, rest):
        self.cluster, self.name, self.port, self.rest = cluster, name, port, rest
        self.home = cluster.home / name
        self.patroni = None

    def settings(self):
        cluster = self.cluster
        parameters = {"max_connections": 100, "shared_buffers": "32MB", "jit": "off", "wal_log_hints": "on", "max_wal_senders": 10,
                      "wal_retrieve_retry_interval": "500ms", "wal_keep_size": "512MB"}
        managed = {"synchronous_mode": cluster.synchronous == "patroni", "synchronous_mode_strict": cluster.synchronous == "patroni",
                   "synchronous_node_count": 2}
        if cluster.synchronous == "any":
            parameters["synchronous_standby_names"] = f"ANY 1 ({', '.join(NODES)})"
        return {
            "scope": "leadsheet", "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"},
            "etcd3": {"host": f"127.0.0.1:{cluster.etcd_port}"},
            "bootstrap": {
                "dcs": {**cluster.timing, **managed, "primary_start_timeout": 0,
                        # Slots are made some seconds after a promotion, and standbys would wait for them.
                        "postgresql": {"use_pg_rewind": True, "use_slots": False, "parameters": parameters}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}]},
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}", "data_dir": str(self.home / "data"),
                "bin_dir": str(postgres_programs()), "pgpass": str(self.home / "pgpass"),
                "pg_hba": ["local all all trust", "host all all 127.0.0.1/32 scram-sha-256",
                           "host replication all 127.0.0.1/32 scram-sha-256"],
                "authentication": {"superuser": {"username": "leadsheet", "password": PASSWORD},
                                   "replication": {"username": "replicator", "password": PASSWORD}},
                "parameters": {"unix_socket_directories": str(self.home)}}}

    def start(self):
        self.home.mkdir(exist_ok=True)
        (self.home / "patroni.yml").write_text(json.dumps(self.settings()))  # JSON is YAML
        self.cluster.own(self.home)
        self.patroni = self.cluster.run(["patroni", str(self.home / "patroni.yml")], self.home / "patroni.log")

    def server_pids(self):
        try:
            return descendants([int((self.home / "data/postmaster.pid").read_text().split()[0])])
        except (OSError, ValueError, IndexError):
            return []

    def kill_server(self):
        """The database server with all its processes, at once."""
        kill_all(self.server_pids())

    def kill(self):
        """As if the machine had lost its power."""
        pids = descendants([self.patroni.pid]) if self.patroni else []
        kill_all(pids + self.server_pids())
        if self.patroni:
            self.patroni.wait()
        self.patroni = None

    def state(self, what="patroni"):
        """What Patroni says of the node, or of the cluster; nothing when it does not answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}/{what}", timeout=2) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)
        except (OSError, ValueError):
            return {}

    def query(self, sql):
        """Rows as lists of texts. Raises CalledProcessError."""
        done = subprocess.run([postgres_programs() / "psql", "-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.uri("leadsheet")],
                              check=True, capture_output=True, text=True, timeout=120)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def uri(self, database):
        return f"postgresql://leadsheet:{PASSWORD}@127.0.0.1:{self.port}/{database}"


class Cluster:
    """`haproxy`: servers reach the primary through it, instead of naming all nodes."""

    def __init__(self, home, synchronous, ttl, haproxy=False):
        self.home, self.synchronous = home, synchronous
        self.timing = {"ttl": ttl, "loop_wait": 1 if ttl < 20 else 2, "retry_timeout": max(2, ttl // 4)}
        *ports, self.etcd_port, self.etcd_peers, haproxy_port = free_ports(3 + 2 * len(NODES))
        self.haproxy_port = haproxy_port if haproxy else None
        self.nodes = [Node(self, name, ports[2 * at], ports[2 * at + 1]) for at, name in enumerate(NODES)]
        self.etcd = self.haproxy = None
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None

    def own(self, folder):
        if self.user:
            for path in [folder, *folder.glob("*.yml")]:
                os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def run(self, command, log):
        """A database server refuses to run as root."""
        identity = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.home)}
        with open(log, "ab") as out:
            return subprocess.Popen(command, cwd=self.home, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                    start_new_session=True, **identity)

    def start(self):
        self.home.mkdir()
        self.own(self.home)
        client, peer = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{self.etcd_peers}"
        self.etcd = self.run(["etcd", "--name", "e1", "--data-dir", str(self.home / "etcd"), "--listen-client-urls", client,
                              "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                              "--initial-cluster", f"e1={peer}"], self.home / "etcd.log")
        if self.haproxy_port:
            settings = HAPROXY.format(port=self.haproxy_port)
            settings += "".join(f"    server {node.name} 127.0.0.1:{node.port} port {node.rest}\n" for node in self.nodes)
            (self.home / "haproxy.cfg").write_text(settings)
            self.haproxy = self.run(["/usr/sbin/haproxy", "-db", "-f", str(self.home / "haproxy.cfg")], self.home / "haproxy.log")
        self.nodes[0].start()
        await_that(self.primary, 60, "a first primary")
        for node in self.nodes[1:]:
            node.start()
        self.await_whole(90)
        subprocess.run([postgres_programs() / "psql", "-XAtqc", "CREATE DATABASE leadsheet", self.primary().uri("postgres")], check=True)

    def stop(self):
        for node in self.nodes:
            node.kill()
        for process in (self.etcd, self.haproxy):
            if process:
                process.kill()
                process.wait()

    def uri(self):
        if self.haproxy_port:
            return f"postgresql://leadsheet:{PASSWORD}@127.0.0.1:{self.haproxy_port}/leadsheet"
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://leadsheet:{PASSWORD}@{hosts}/leadsheet?target_session_attrs=read-write"

    def primary(self):
        """The node that says it leads; None while there is none, or two."""
        leading = [node for node in self.nodes if node.patroni and node.state().get("role") in ("master", "primary")]
        return leading[0] if len(leading) == 1 else None

    def standbys(self):
        """Those that commits wait for, and that Patroni would promote."""
        primary = self.primary()
        if not primary:
            return []
        sent = [one["application_name"] for one in primary.state().get("replication", [])
                if one["state"] == "streaming" and one["sync_state"] in ("sync", "quorum")]
        role = "sync_standby" if self.synchronous == "patroni" else "replica"
        eligible = [one["name"] for one in primary.state("cluster").get("members", []) if one["role"] == role]
        return [node for node in self.nodes if node.name in sent and node.name in eligible]

    def await_whole(self, seconds):
        await_that(lambda: len(self.standbys()) == len(self.nodes) - 1, seconds, "two synchronous standbys")

    def logs(self):
        """The ends of what the programs said, for a failure."""
        for path in sorted([*self.home.glob("*/patroni.log"), *self.home.glob("*/data/log/*")]):
            yield f"--- {path.relative_to(self.home)}\n" + "\n".join(path.read_text(errors="replace").splitlines()[-40:])
