"""What the scripts that measure gyre against pan share: where models are, how a command is measured, how pan is made.
"""
import csv, os, re, shutil, subprocess, tempfile, time

os.environ["GYRE_CACHE"] = "off"  # code from the run before would not be measured

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(ROOT, "..", "shared", "models")
PANS = [("-O2", ["-O2"]), ("-O3", ["-O3", "-march=native"])]  # the faster one counts


def read_list(name="models.list"):
    """(name, file, macros) of the models in a list; those of the corpus only where it is there."""
    main = {}
    index = os.path.join(SHARED, "index.csv")
    if os.path.exists(index):
        main = {r["model"]: r["main"] for r in csv.DictReader(open(index))}
    for line in open(os.path.join(ROOT, "bench", name)):
        words = line.split("#")[0].split()
        if len(words) < 2:
            continue
        name, model, macros = words[0], words[1], words[2:]
        if model.startswith("models/"):
            yield name, os.path.join(ROOT, model), macros
        elif model in main:
            yield name, os.path.join(SHARED, "promela", model, main[model]), macros


def read_products():
    """(name, model, macros, formula) of each line of products.list."""
    models = {name: (model, macros) for name, model, macros in read_list()}
    for line in open(os.path.join(ROOT, "bench", "products.list")):
        words = line.split("#")[0].split(None, 1)
        if len(words) == 2 and words[0] in models:
            yield words[0], *models[words[0]], words[1].strip()


def least_ratios(mode):
    """What gate.list asks of each model, unreduced or by default."""
    words = (line.split("#")[0].split() for line in open(os.path.join(ROOT, "bench", "gate.list")))
    return {w[0]: float(w[2]) for w in words if len(w) == 3 and w[1] == mode}


def measured(command, cwd):
    """(processor seconds, wall seconds, peak bytes, output) of a command."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        out.seek(0)
        text = out.read().decode(errors="replace")
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024, text


def make_verifier(model, macros, folder, claim=None, reduced=False):
    """pan.c of a model, textbook graph unless `reduced`; `claim` is the text of a never claim that takes the place of the model's."""
    for entry in os.listdir(os.path.dirname(model)):
        source = os.path.join(os.path.dirname(model), entry)
        if os.path.isfile(source):
            shutil.copy(source, folder)
    command = ["spin", "-a", *([] if reduced else ["-o1", "-o2", "-o3"]), *["-D" + m for m in macros]]
    if claim is not None:
        with open(os.path.join(folder, "claim.never"), "w") as f:
            f.write(claim)
        command += ["-N", "claim.never"]
    subprocess.run([*command, os.path.basename(model)], cwd=folder, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def compile_pan(folder, flags, name="pan"):
    return subprocess.run(["gcc", "-w", "-DMEMLIM=16000", *flags, "-o", name, "pan.c"], cwd=folder).returncode == 0


def build_pans(model, macros, folder, flags, reduced=False):
    """The commands, and the seconds to get to the first of them; none: pan cannot be built."""
    start = time.monotonic()
    make_verifier(model, macros, folder, reduced=reduced)
    commands = []
    for name, optimised in PANS:
        if not compile_pan(folder, [*optimised, *flags], "pan" + name):
            return [], 0
        if not commands:
            build = time.monotonic() - start
        commands.append("./pan" + name)
    return commands, build


def pan_numbers(text):
    """States, transitions and depth of pan's report."""
    states = re.search(r"(\S+) states, stored", text)
    transitions = re.search(r"(\S+) transitions", text)
    depth = re.search(r"depth reached (\d+)", text)
    return int(float(states[1])), int(float(transitions[1])), int(depth[1])
