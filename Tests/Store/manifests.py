"""Whether docker/compose.scale.json, docker/kubernetes and docker/Dockerfile fit together, and ask of the tool what it has.

No Docker and no Kubernetes are needed: servers are started with the very arguments that stand there, and asked what the probes ask.
"""

import json
import os
import re
import socket

import yaml

from harness import CONFIGURATION, Folder, Redis, Server, call

FOLDER = os.path.dirname(os.path.realpath(CONFIGURATION))
PORT = 8400


def read(*names):
    with open(os.path.join(FOLDER, *names), encoding="utf-8") as file:
        return file.read()


def bare(port, path):
    """The status for a request of HTTP/1.0 that names no host."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        return int(line.makefile("rb").readline().split()[1])


def tried(tool, arguments, environment, probes, hosts):
    """Starts a server with such arguments and a store of ours, and asks it what probes ask, at each host."""
    # It listens on the loopback here.
    arguments = [word.replace("0.0.0.0", "127.0.0.1") for word in arguments]
    with Folder() as folder, Redis(folder, persists=False) as store:
        if "--store" in arguments:
            arguments[arguments.index("--store") + 1] = store.url
        else:
            assert "UNDERSTUDY_STORE" in environment, "the servers share no store"
            environment = {**environment, "UNDERSTUDY_STORE": store.url}
        assert arguments[0] == "serve"
        server = Server(tool, store.url, folder, environment=environment)
        # As it stands there, and not as other tests have it.
        server.command = [tool, *arguments]
        with server:
            for path in probes:
                # A kubelet asks by the address of the pod, and HAProxy names no host.
                for host in hosts:
                    status = call(server.port, "GET", path, headers={"Host": host})[0] if host else bare(server.port, path)
                    assert status == 200, (path, host, status)
            page = "/standard/.well-known/openid-configuration"
            for host in hosts[1:]:
                assert call(server.port, "GET", page, headers={"Host": host})[0] == 200, host
            assert "UNDERSTUDY_" not in server.said(), server.said()


def compose(tool):
    scale = json.loads(read("compose.scale.json"))
    services = scale["services"]
    servers = {name: service for name, service in services.items() if service.get("image") == "understudy"}
    assert len(servers) == 3
    first = next(iter(servers.values()))
    for name, service in servers.items():
        # A server answers for ten seconds what it has read, and then keeps snapshots.
        assert int(service["stop_grace_period"].removesuffix("s")) > 15, name
        assert service["command"] == first["command"] and service["environment"] == first["environment"], name
    for service in services.values():
        needed = service.get("depends_on", {})
        assert set(needed) <= set(services), needed
        for name, how in needed.items() if isinstance(needed, dict) else []:
            assert how["condition"] != "service_healthy" or "healthcheck" in services[name] or "build" in services[name]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            known = os.path.exists(os.path.join(FOLDER, source)) if source[0] in "./" else source in scale["volumes"]
            assert known, volume
    # HAProxy has a line for each server, at the port that the tool has by default and the image exposes.
    haproxy = read("haproxy.cfg")
    named = re.findall(r"^  server (\w+) (\w+):(\d+)$", haproxy, re.MULTILINE)
    for name in servers:
        assert (name, name, str(PORT)) in named, name
    assert {line[1] for line in named} == set(servers)
    assert services["haproxy"]["ports"] == [f"127.0.0.1:{PORT}:{PORT}"]
    assert f"bind :{PORT}" in haproxy
    probes = re.findall(r"option httpchk GET (\S+)", haproxy)
    assert probes == ["/_understudy/ready", "/_understudy/health"], probes
    assert f"EXPOSE {PORT}" in read("Dockerfile")
    tried(tool, first["command"], {"UNDERSTUDY_CONTROL_TOKEN": "0123456789abcdef"}, probes, ["", f"127.0.0.1:{PORT}"])


def kubernetes(tool):
    documents = list(yaml.safe_load_all(read("kubernetes", "understudy.yaml")))
    kinds = {document["kind"]: document for document in documents}
    assert set(kinds) == {"Secret", "Deployment", "PodDisruptionBudget", "Service"} and len(documents) == 4
    versions = {"Secret": "v1", "Service": "v1", "Deployment": "apps/v1", "PodDisruptionBudget": "policy/v1"}
    for kind, document in kinds.items():
        assert document["apiVersion"] == versions[kind] and document["metadata"]["name"] == "understudy", kind
    deployment = kinds["Deployment"]["spec"]
    pod = deployment["template"]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    for selector in [
            deployment["selector"]["matchLabels"], kinds["Service"]["spec"]["selector"],
            kinds["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]]:
        assert selector.items() <= labels.items(), selector
    # A node that is emptied takes one server at a time, and there is one that it may take.
    assert 0 < kinds["PodDisruptionBudget"]["spec"]["minAvailable"] < deployment["replicas"]
    strategy = deployment["strategy"]["rollingUpdate"]
    assert strategy["maxUnavailable"] == 0 and strategy["maxSurge"] > 0
    container, = pod["containers"]
    ports = {port["containerPort"] for port in container["ports"]}
    assert ports == {PORT} and kinds["Service"]["spec"]["ports"][0]["targetPort"] == PORT
    probes = []
    for name in ["startupProbe", "readinessProbe", "livenessProbe"]:
        get = container[name]["httpGet"]
        assert get["port"] in ports, name
        probes.append(get["path"])
    # A server that has lost its store must not be killed for it.
    assert probes[2] == "/_understudy/health" and probes[1] == "/_understudy/ready"
    wait = re.search(r"--store-wait=(\d+)s", " ".join(container["args"]))
    startup = container["startupProbe"]
    assert int(wait.group(1)) <= startup["failureThreshold"] * startup["periodSeconds"]
    assert int(container["lifecycle"]["preStop"]["exec"]["command"][1]) < pod["terminationGracePeriodSeconds"]
    user = re.search(r"^USER (\d+):(\d+)$", read("Dockerfile"), re.MULTILINE)
    assert pod["securityContext"]["runAsUser"] == int(user.group(1))
    secret = kinds["Secret"]["stringData"]
    environment = {}
    for variable in container["env"]:
        reference = variable["valueFrom"]["secretKeyRef"]
        assert reference["name"] == kinds["Secret"]["metadata"]["name"]
        environment[variable["name"]] = secret[reference["key"]]
    hosts = [f"10.1.2.3:{PORT}", "understudy.example", f"understudy:{PORT}"]
    tried(tool, container["args"], environment, probes, hosts)


def manifests(tool):
    compose(tool)
    kubernetes(tool)
    print("manifests: Compose and Kubernetes start servers with options that there are, and their probes are answered")
