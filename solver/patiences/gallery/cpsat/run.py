"""One run of CP-SAT on the model of a position."""

from __future__ import annotations

from ortools.sat.python import cp_model

from solver.patiences.gallery.cpsat.model import GameModel, build
from solver.patiences.gallery.cpsat.plays import plays_of
from solver.patiences.gallery.cpsat.request import Request, Response


def answer(request: Request) -> Response:
    """Build the model, run CP-SAT, turn its solution into plays.

    Raises:
        RuntimeError: CP-SAT refuses the model.
    """
    packed = request.packed
    game = build(packed, request.most_redeals)
    model = game.times.model
    solver = cp_model.CpSolver()
    _configure(solver, request)
    status = solver.solve(model)
    stats = {
        "variables": len(model.proto.variables),
        "constraints": len(model.proto.constraints),
        "branches": solver.num_branches,
        "conflicts": solver.num_conflicts,
    }
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Response(True, _plays(game, solver, request), stats)
    if status == cp_model.INFEASIBLE:
        return Response(True, None, stats)
    if status == cp_model.UNKNOWN:
        return Response(False, None, stats)
    raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}: {model.validate()}")


def _configure(solver: cp_model.CpSolver, request: Request) -> None:
    """Plain conflict-driven search in every worker: what CP-SAT does besides by default costs more than it gains here.

    The figures are in docs/cpsat.md. Workers share what they learn and differ in the value they try first.
    """
    parameters = solver.parameters
    parameters.num_workers = request.workers
    parameters.random_seed = 1
    parameters.catch_sigint_signal = False  # interrupts are the asker's, which ends this process
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.use_sat_inprocessing = False
    parameters.linearization_level = 0
    if request.workers > 1:
        parameters.num_full_subsolvers = request.workers
        parameters.use_feasibility_jump = False
        parameters.use_lns = False
        for index in range(request.workers):
            name = f'"worker {index}"'
            polarity = "POLARITY_TRUE" if index % 2 else "POLARITY_FALSE"
            parameters.merge_text_format(
                f"subsolvers: {name} subsolver_params {{ name: {name} initial_polarity: {polarity}"
                f" random_polarity_ratio: {index // 2 / 50} random_seed: {index + 1} }}"
            )
    if request.deterministic is not None:
        parameters.max_deterministic_time = request.deterministic


def _plays(game: GameModel, solver: cp_model.CpSolver, request: Request) -> tuple[int, ...]:
    turns = [
        next((pile for pile, taken in enumerate(turn) if solver.boolean_value(taken)), None)
        for turn in game.order.turns
    ]
    times = [solver.value(time) for time in game.times.cards]
    return plays_of(request.packed, game.times.step_count, times, turns)
