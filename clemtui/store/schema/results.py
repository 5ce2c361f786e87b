"""The derived tables of results, which `clemtui.store.results` computes."""

from __future__ import annotations

from clemtui.store.schema.model import Column, NotMerged, Table, flag, integer, json, real, sha256

#: Whole numbers can be added and subtracted without error.
_COUNTS = """
CREATE TRIGGER episode_results_added AFTER INSERT ON episode_results
BEGIN
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;

CREATE TRIGGER episode_results_changed
AFTER UPDATE OF result_group, reasons, unscored, aborted, success, lose ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;

CREATE TRIGGER episode_results_removed AFTER DELETE ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;
"""

#: Series are added up from their groups.
_SERIES_COUNTS = """
CREATE TRIGGER result_counts_added AFTER INSERT ON result_counts
BEGIN
    INSERT INTO series_counts
    SELECT series, NEW.reasons, NEW.unscored, NEW.episodes, NEW.aborted, NEW.lose, NEW.success
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET episodes = episodes + excluded.episodes,
        aborted = aborted + excluded.aborted, lose = lose + excluded.lose,
        success = success + excluded.success;
END;

CREATE TRIGGER result_counts_changed AFTER UPDATE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes + NEW.episodes - OLD.episodes,
        aborted = aborted + NEW.aborted - OLD.aborted, lose = lose + NEW.lose - OLD.lose,
        success = success + NEW.success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND reasons = NEW.reasons AND unscored = NEW.unscored;
END;

CREATE TRIGGER result_counts_removed AFTER DELETE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes - OLD.episodes,
        aborted = aborted - OLD.aborted, lose = lose - OLD.lose, success = success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;
"""
_SERIES_ITEMS = """
CREATE TRIGGER result_items_added AFTER INSERT ON result_items WHEN NEW.item = 0
BEGIN
    INSERT INTO series_items
    SELECT series, NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
        NEW.scored, NEW.main, NEW.joint, NEW.jointly, NEW.items
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET items = items + excluded.items;
END;

CREATE TRIGGER result_items_changed AFTER UPDATE OF items ON result_items WHEN NEW.item = 0
BEGIN
    UPDATE series_items SET items = items + NEW.items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
            NEW.scored, NEW.main, NEW.joint, NEW.jointly);
END;

CREATE TRIGGER result_items_removed AFTER DELETE ON result_items WHEN OLD.item = 0
BEGIN
    UPDATE series_items SET items = items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (OLD.reasons, OLD.episodes, OLD.decided, OLD.aborted, OLD.success, OLD.lose,
            OLD.scored, OLD.main, OLD.joint, OLD.jointly);
END;
"""

_SERIES = (
    Column("interface", "`assisted`, `board` or `verbatim`"),
    sha256("condition", "the condition (`contents.hash`)"),
    Column("instance_origin", "as in `episodes`"),
    Column("instance_source", "as in `episodes`"),
    Column(
        "rules_hash",
        "hash of the rules that computed the scores; without scores, of those that were "
        "played; empty: unknown",
    ),
    json("seats", "as in `episode_line_ups`"),
    json("answered", "as in `episode_line_ups`"),
)
_COUNTED = (
    integer("reasons", "as in `episode_results`"),
    integer("unscored", "as in `episode_results`"),
    integer("episodes", "number of episodes", unit="episodes"),
    integer("aborted", "of those: aborted", unit="episodes"),
    integer("lose", "of those: lost and not aborted", unit="episodes"),
    integer("success", "of those: neither, with a flag", unit="episodes"),
)
_RESULT = (
    integer("reasons", "as in `episode_results`"),
    integer("episodes", "episodes of an item", unit="episodes"),
    integer("decided", "of those: with the flag `aborted`", unit="episodes"),
    integer("aborted", "of those: aborted", unit="episodes"),
    integer("success", "of those: with the flag `success` set", unit="episodes"),
    integer("lose", "of those: with the flag `lose` set", unit="episodes"),
    integer("scored", "of those: with a main score", unit="episodes"),
    real("main", "their mean main score; 0: there are none", unit="0 to 100"),
    real("joint", "the same, with that of aborted episodes as 0", unit="0 to 100"),
    integer("jointly", "episodes in that mean", unit="episodes"),
)
_ITEMS = integer("items", "number of items", unit="items")


def _names(columns: tuple[Column, ...]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


RESULTS = (
    Table(
        "result_pools",
        "derived",
        "What the results have in common that are averaged together: replicates are items of one "
        "pool.",
        (
            integer("id", "number in this database"),
            Column("game", "id of the game"),
            Column("language", "language of the prompts", unit="BCP 47"),
            integer("line_up", "the line-up (`line_ups.id`)"),
            Column(
                "people",
                "the ids of the people in the order of their seats, as a JSON list; empty: no "
                "person has a seat",
            ),
            Column("interface", "as in `episodes`; empty: no person has a seat"),
        ),
        key=("id",),
        unique=(("game", "language", "line_up", "people", "interface"),),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "result_series",
        "derived",
        "Everything that results have in common besides the instance and its experiment.",
        (
            integer("id", "number in this database"),
            integer("pool", "their pool (`result_pools.id`)"),
            Column("game_version", "version of the game's rules"),
            *_SERIES,
        ),
        key=("id",),
        unique=(("pool", "game_version", *_names(_SERIES)),),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "result_groups",
        "derived",
        "Everything that results have in common besides the instance.",
        (
            integer("id", "number in this database"),
            integer(
                "series", "what they have in common without the experiment (`result_series.id`)"
            ),
            integer("pool", "their pool (`result_pools.id`)"),
            Column("game_version", "version of the game's rules"),
            Column("experiment", "group of instances"),
            *_SERIES,
        ),
        key=("id",),
        unique=(("pool", "game_version", "experiment", *_names(_SERIES)),),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "result_instances",
        "derived",
        "Numbers of instances in `episode_results.item`.",
        (
            integer("id", "number in this database"),
            sha256("instance_hash", "the instance"),
        ),
        key=("id",),
        unique=(("instance_hash",),),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "episode_results",
        "derived",
        "The result of each episode: what the view `sample` says of it, with the scores of the "
        "game's own scorer. Everything that counts many episodes reads this table.",
        (
            integer("id", "number in this database"),
            Column("episode", "the episode"),
            integer("pool", "what it has in common with replicates (`result_pools.id`)"),
            integer("result_group", "what it has in common with others (`result_groups.id`)"),
            integer("reasons", "as in the view `sample`; 0: it counts"),
            integer(
                "unscored",
                "0: the game's own scorer scored it; 1: nothing did; 2: only other scorers did",
            ),
            integer(
                "item",
                "what is averaged first: the instance (`result_instances.id`); with a person in "
                "a seat, the episode alone, as -id",
            ),
            flag("aborted", "as in `scores`, as the other three"),
            flag("success", "NULL: no flag, or no scores"),
            flag("lose", "NULL: no flag, or no scores"),
            real("main_score", "NULL: none", unit="0 to 100"),
        ),
        key=("id",),
        unique=(("episode",),),
        merge=NotMerged("results are recomputed"),
        export=None,
        guards=_COUNTS,
        internal=True,
    ),
    Table(
        "result_counts",
        "derived",
        "How many episodes of `episode_results` have the same group and the same reasons.",
        (
            integer("result_group", "the group (`result_groups.id`)"),
            *_COUNTED,
        ),
        key=("result_group", "reasons", "unscored"),
        merge=NotMerged("results are recomputed"),
        export=None,
        guards=_SERIES_COUNTS,
        internal=True,
    ),
    Table(
        "result_items",
        "derived",
        "How many items have the same result: those of the episodes in `episode_results` that "
        "count, or would if repetitions did. Replicates are averaged, as in a report.",
        (
            integer(
                "item",
                "0; if the episodes of an item are of several groups, the item as in "
                "`episode_results`: then each group has a part of it",
            ),
            integer("result_group", "the group (`result_groups.id`)"),
            *_RESULT,
            _ITEMS,
        ),
        key=("item", "result_group", *_names(_RESULT)),
        merge=NotMerged("results are recomputed"),
        export=None,
        guards=_SERIES_ITEMS,
        internal=True,
    ),
    Table(
        "series_counts",
        "derived",
        "The sums of `result_counts` over the groups of a series.",
        (
            integer("series", "the series (`result_series.id`)"),
            *_COUNTED,
        ),
        key=("series", "reasons", "unscored"),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "series_items",
        "derived",
        "The sums of `result_items` over the groups of a series, without items whose episodes are "
        "of several groups.",
        (
            integer("series", "the series (`result_series.id`)"),
            *_RESULT,
            _ITEMS,
        ),
        key=("series", *_names(_RESULT)),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
    Table(
        "results_pending",
        "derived",
        "Episodes whose result must be computed again. It is empty between transactions of "
        "clemtui; other programs that write fill it.",
        (Column("episode", "the episode"),),
        key=("episode",),
        merge=NotMerged("results are recomputed"),
        export=None,
        internal=True,
    ),
)
