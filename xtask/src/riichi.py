"""Answers each line `han fu yakuman dealer tsumo honba sticks kiriage kazoe` with what is paid."""

import sys

from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

for line in sys.stdin:
    han, fu, yakuman, dealer, tsumo, honba, sticks, kiriage, kazoe = map(int, line.split())
    limit = HandConfig.KAZOE_LIMITED if kazoe else HandConfig.KAZOE_SANBAIMAN
    config = HandConfig(
        is_tsumo=bool(tsumo),
        player_wind=EAST if dealer else SOUTH,
        tsumi_number=honba,
        kyoutaku_number=sticks,
        options=OptionalRules(kiriage=bool(kiriage), kazoe_limit=limit),
    )
    paid = ScoresCalculator.calculate_scores(han, fu, config, is_yakuman=bool(yakuman))
    main = paid["main"] + paid["main_bonus"]
    print(main, paid["additional"] + paid["additional_bonus"], paid["total"])
