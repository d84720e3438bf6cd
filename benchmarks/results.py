"""The surveys of docs/results.md: runs them, and writes the page with its pictures.

    python -m benchmarks.results --db FOLDER [--docs FOLDER] [--only WORD …] [--scale S] [--jobs N] [--no-run]

Each survey is the command that the page shows for it, run in the folder of the databases. The command goes on where it
was stopped, so this program does, too. --only picks the surveys whose names have a word; --scale 0.001 tries a
thousandth of the deals; --no-run writes the page of what the databases have.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import duration, parser
from solver.cli.survey.report import title
from solver.outcome import Verdict
from solver.surveying.plotting import drawn, picture
from solver.surveying.reporting import SurveyReport, Values, reports
from solver.surveying.survey_file import SurveyFile

MILLION = 1_000_000


@dataclass(frozen=True)
class Survey:
    """A survey of the page.

    name: of its database; section: under which it stands; deals: how many, from seed 0; rules: options that are not the
    defaults; best: the measure that is sought; positions: the limit of a deal, so that what is left undecided is the
    same on every machine.
    """

    name: str
    section: str
    game: str
    deals: int
    rules: tuple[str, ...] = ()
    best: str | None = None
    positions: int = 10 * MILLION

    def words(self, deals: int) -> list[str]:
        """The words of its command after `patience-solver`, for so many deals."""
        words = ["survey", "run", self.game]
        for rule in self.rules:
            words += ["--rule", rule]
        words += ["--deals", str(deals)]
        if self.best is not None:
            words += ["--best", self.best]
        return [*words, "--position-limit", str(self.positions), "--time-limit", "86400", "--db", f"{self.name}.db"]


def _gallery() -> Iterator[Survey]:
    for decks, section in ((2, "Picture Gallery, two packs"), (1, "Picture Gallery, one pack")):
        for redeal in ("stalled", "anytime"):
            for order in ("fixed", "free"):
                book = (redeal, order) == ("stalled", "fixed")
                rules = [f"redeal={redeal}"] * (redeal != "stalled") + [f"order={order}"] * (order != "fixed")
                yield Survey(
                    f"gallery-{redeal}-{order}-{decks}",
                    section,
                    "gallery",
                    MILLION if decks == 1 or book else 20_000,
                    (*rules, *(["decks=1"] if decks == 1 else [])),
                    positions=10 * MILLION if redeal == "stalled" else 2 * MILLION,
                )


SURVEYS: tuple[Survey, ...] = (
    *_gallery(),
    Survey("gallery-fewest-redeals", "Picture Gallery, fewest redeals", "gallery", 20_000, best="redeals"),
    Survey("marriage-optional", "Royal Marriage with pairs", "marriage", MILLION),
    Survey("marriage-compulsory", "Royal Marriage with pairs", "marriage", MILLION, ("pairs=compulsory",)),
    Survey("marriage-off", "Royal Marriage with pairs", "marriage", MILLION, ("pairs=off",)),
    Survey("marriage-shortest-row", "Royal Marriage with pairs, shortest row", "marriage", 20_000, best="row"),
    Survey("cross-batch", "Vanishing Cross", "cross", 100_000),
    Survey("cross-anytime", "Vanishing Cross", "cross", 1_000, ("fill=anytime",), positions=5 * MILLION),
    Survey("cross-book", "Vanishing Cross", "cross", 1_000, ("choice=book",)),
    Survey(
        "cross-anytime-book", "Vanishing Cross", "cross", 1_000, ("fill=anytime", "choice=book"), positions=5 * MILLION
    ),
)
"""All surveys of the page, in its order."""


def run(survey: Survey, folder: Path, scale: float, jobs: Sequence[str]) -> None:
    """Run the command of a survey, or go on with it. Ends the program when it fails."""
    words = survey.words(max(1, round(survey.deals * scale)))
    print("$", shlex.join(["patience-solver", *words]), flush=True)
    done = subprocess.run([sys.executable, "-m", "solver", *words, *jobs], cwd=folder, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


# --- the page --------------------------------------------------------------------------------------------------------


def page(found: Sequence[tuple[Survey, SurveyReport]]) -> str:
    """The page, in Markdown."""
    lines = [
        "# How often can they be won?",
        "",
        "Surveys of random deals from seed 0 on ([what a survey is](surveys.md)), written by",
        "`python -m benchmarks.results`. Each share has a 95 % interval; deals that the limit of positions left",
        "undecided count as lost for its lower end and as won for its upper end. A referee has replayed a winning",
        "line of every deal that is called solvable. Times are processor time for a deal, from dealing to the end of",
        "the replay.",
    ]
    for section in dict.fromkeys(survey.section for survey, _ in found):
        lines += _section(section, [(survey, report) for survey, report in found if survey.section == section])
    lines += _programs([report for _, report in found])
    return "\n".join((*lines, ""))


def picture_of(section: str) -> str:
    """The name of a section's picture."""
    return "-".join(section.lower().replace(",", "").split()) + ".png"


def _section(section: str, found: Sequence[tuple[Survey, SurveyReport]]) -> Iterator[str]:
    yield from ("", f"## {section}", "")
    yield "| rules | deals | solvable | unsolvable | undecided | can be won | mean | median | 99 % | most |"
    yield "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|"
    for survey, report in found:
        quantiles = report.seconds.quantiles
        times = (report.seconds.mean, quantiles[0.5], quantiles[0.99], quantiles[1.0])
        counts = (report.share.total, *(report.counts[verdict] for verdict in Verdict))
        cells = (
            _rules(survey),
            *(f"{count:,}" for count in counts),
            report.share.words(_digits(report)),
            *(duration(seconds) for seconds in times),
        )
        yield f"| {' | '.join(cells)} |"
    yield from ("", f"![Shares, effort and measures: {section}](results/{picture_of(section)})")
    for measure in dict.fromkeys(values.measure for _, report in found for values in report.values):
        yield from _measure(measure, found)
    yield from ("", "Slowest deals by seed:", "")
    for survey, report in found:
        slowest = ", ".join(f"{row.deal.seed} ({duration(row.deal.seconds)})" for row in report.slowest[:5])
        yield f"- {_rules(survey)}: {slowest}"
    yield from ("", "```sh")
    for survey, report in found:
        yield shlex.join(["patience-solver", *survey.words(report.share.total)])
    yield "```"


def _rules(survey: Survey) -> str:
    rules = ", ".join(f"`{rule}`" for rule in survey.rules) or "the book's"
    return f"{rules}, best `{survey.best}`" if survey.best else rules


def _digits(report: SurveyReport) -> int:
    return 2 if report.share.total < 100_000 else 3


def _measure(measure: str, found: Sequence[tuple[Survey, SurveyReport]]) -> Iterator[str]:
    chosen: list[tuple[Survey, SurveyReport, Values]] = [
        (survey, report, values) for survey, report in found for values in report.values if values.measure == measure
    ]
    kind = "best values" if all(values.best for _, _, values in chosen) else "of the lines found, not the best ones"
    yield from ("", f"`{measure}`, {kind}: shares of all deals", "")
    yield f"| {measure} | " + " | ".join(_rules(survey) for survey, _, _ in chosen) + " |"
    yield "|--:|" + "---|" * len(chosen)
    for value in sorted({value for _, _, values in chosen for value in values.shares}):
        cells = (
            values.shares[value].words(_digits(report)) if value in values.shares else ""
            for _, report, values in chosen
        )
        yield f"| {value} | {' | '.join(cells)} |"
    yield "| mean | " + " | ".join(f"{values.mean:.4f}" for _, _, values in chosen) + " |"


def _programs(found: Sequence[SurveyReport]) -> Iterator[str]:
    programs = dict.fromkeys(program for report in found for program, _ in report.programs)
    if programs:
        yield from ("", f"Decided by {'; '.join(map(str, programs))}.")


def write(surveys: Sequence[Survey], folder: Path, docs: Path) -> None:
    """Write the page and its pictures from the databases that are there."""
    (docs / "results").mkdir(parents=True, exist_ok=True)
    found: list[tuple[Survey, SurveyReport]] = []
    with ExitStack() as stack:
        databases = {
            survey: stack.enter_context(SurveyFile(folder / f"{survey.name}.db"))
            for survey in surveys
            if (folder / f"{survey.name}.db").exists()
        }
        for survey, database in databases.items():
            [report] = reports(database)
            found.append((survey, report))
        for section in dict.fromkeys(survey.section for survey, _ in found):
            chosen = [
                drawn(databases[survey], report, title(report)) for survey, report in found if survey.section == section
            ]
            (docs / "results" / picture_of(section)).write_bytes(picture(chosen, "png"))
    (docs / "results.md").write_text(page(found), encoding="utf-8")


def main() -> None:
    """Run the surveys that are asked for, and write the page of all that are there."""
    arguments = parser(__doc__)
    arguments.add_argument("--db", type=Path, required=True, metavar="FOLDER", help="where the databases are")
    arguments.add_argument("--docs", type=Path, default=Path("docs"), metavar="FOLDER", help="where the page goes")
    arguments.add_argument("--only", nargs="*", default=[], metavar="WORD")
    arguments.add_argument("--scale", type=float, default=1.0)
    arguments.add_argument("--jobs", type=int)
    arguments.add_argument("--no-run", action="store_true")
    given = arguments.parse_args()
    given.db.mkdir(parents=True, exist_ok=True)
    if not given.no_run:
        jobs = [] if given.jobs is None else ["--jobs", str(given.jobs)]
        for survey in SURVEYS:
            if not given.only or any(word in survey.name for word in given.only):
                run(survey, given.db, given.scale, jobs)
    write(SURVEYS, given.db, given.docs)


if __name__ == "__main__":
    main()
