"""The statements by which many tables get their entries at once.

Rows are locked in the order of their numbers, so that processes wait for each other and never in a circle.
A single statement is a transaction by itself: a process that stops in the middle holds no lock.
"""

from __future__ import annotations

__all__ = ["APPEND", "APPEND_AND_KEEP", "END", "FIND"]

_APPEND = """
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest(
            $1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::bigint[],
            $9::int[], $10::text[], $11::text[]
        ) AS wanted (id, seq, last, touched, phase, due, listed, position, game, record, checkpoint)
    ), locked AS MATERIALIZED (
        SELECT id, entries FROM tables WHERE id = ANY($1) ORDER BY id FOR UPDATE
    ), fitting AS (
        UPDATE tables SET entries = last, touched = wanted.touched,
            phase = CASE tables.phase WHEN 'closed' THEN 'closed' ELSE wanted.phase END,
            due = CASE tables.phase WHEN 'closed' THEN NULL ELSE wanted.due END,
            listed = CASE tables.phase WHEN 'closed' THEN NULL ELSE wanted.listed END,
            position = CASE tables.phase WHEN 'closed' THEN NULL ELSE wanted.position END
        FROM wanted JOIN locked USING (id)
        WHERE tables.id = wanted.id AND locked.entries = wanted.seq - 1
        RETURNING tables.id
    ), written AS (
        INSERT INTO log (table_id, seq, entry)
        SELECT table_id, seq, entry
        FROM unnest($12::bigint[], $13::int[], $14::text[]) AS entries (table_id, seq, entry)
        JOIN fitting ON fitting.id = table_id
    )
"""
_KEEP = """, over AS (
        INSERT INTO games (table_id, game, record)
        SELECT id, game, record FROM wanted JOIN fitting USING (id) WHERE record IS NOT NULL
        ON CONFLICT (table_id, game) DO UPDATE SET record = excluded.record
    ), going_on AS (
        DELETE FROM games USING wanted JOIN fitting USING (id)
        WHERE games.table_id = id AND games.game = wanted.game AND wanted.record IS NULL
    ), checked AS (
        INSERT INTO checkpoints (table_id, checkpoint)
        SELECT id, checkpoint FROM wanted JOIN fitting USING (id) WHERE checkpoint IS NOT NULL
        ON CONFLICT (table_id) DO UPDATE SET checkpoint = excluded.checkpoint
    )
"""
_DONE = "SELECT id FROM fitting"

APPEND = _APPEND + _DONE
APPEND_AND_KEEP = _APPEND + _KEEP + _DONE  # also records of games that are over, and checkpoints

FIND = """
    SELECT table_id, seq, entry FROM log JOIN unnest($1::bigint[], $2::int[]) AS wanted (id, number)
    ON table_id = id AND seq = number
"""
END = """
    SELECT coalesce(bool_and(pg_terminate_backend(pid, 3000)), true)
    FROM pg_stat_activity WHERE application_name = $1
"""
