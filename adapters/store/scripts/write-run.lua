-- Writes what a run leaves between its steps.
-- KEYS: run, turns, steps, calls, shapes. ARGV and answer: script-parts/write-run.lua.
return write_run(KEYS, 1)
