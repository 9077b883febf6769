"""Rates games from standard input, one JSON object a line, by the PyPI package openskill."""

import json
import sys

from openskill.models import PlackettLuce

model = PlackettLuce()
known = {}
for line in sys.stdin:
    places = json.loads(line)
    names = list(places)
    teams = [[known.setdefault(name, model.rating())] for name in names]
    for name, [rating] in zip(names, model.rate(teams, ranks=[places[name] for name in names])):
        known[name] = rating
    print(json.dumps({name: [known[name].mu, known[name].sigma] for name in names}))
