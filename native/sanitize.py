"""Build the native searches with sanitizers and run their tests.

    python native/sanitize.py address,undefined [ARGUMENT OF PYTEST …]

Needs GCC or Clang, CMake and what `pip install -e '.[dev]'` installs. Nothing that is installed is touched: the tests
run on a copy of the package with the extension module beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").glob("*/test_*native*.py"))
RUNTIMES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}


def build(sanitizers: str, folder: Path) -> None:
    """Build the extension module and put it into the package below `folder`."""
    cmake_dir = subprocess.check_output([sys.executable, "-m", "nanobind", "--cmake_dir"], text=True).strip()
    settings = {
        "SANITIZE": sanitizers,
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": cmake_dir,
    }
    tree = folder / "build"
    configure = ["cmake", "-S", ROOT / "native", "-B", tree, *(f"-D{name}={value}" for name, value in settings.items())]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", tree, "--parallel", "2"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--install", tree, "--prefix", folder], check=True, stdout=subprocess.DEVNULL)


def runtimes(sanitizers: str) -> str:
    """The sanitizers' libraries, which must be loaded before all others; that of C++ with them, for its exceptions."""
    compiler = os.environ.get("CXX", "c++")
    names = [*(RUNTIMES[name] for name in sanitizers.split(",")), "libstdc++.so.6"]
    return " ".join(
        subprocess.check_output([compiler, f"-print-file-name={name}"], text=True).strip() for name in names
    )


def main() -> int:
    """Build and test in a temporary folder; the exit code of the tests."""
    sanitizers, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("solver", "tests", "pyproject.toml"):
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, folder / part)
        build(sanitizers, folder)
        # Without the environment's own start-up files, where an editable installation puts itself in front.
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(folder), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]),
            "PYTHONMALLOC": "malloc",
            "ASAN_OPTIONS": "detect_leaks=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "LD_PRELOAD": runtimes(sanitizers),
        }
        interpreter = Path(sys.executable).resolve()
        command = [interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(arguments or TESTS)]
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
