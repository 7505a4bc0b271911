/**
 * How long a test waits for what must come, wherever it waits. Generous, because a condition that
 * holds is seen at once: only a test that fails ever waits so long, and a machine that is busy with
 * eight other things is not a failure.
 */
export const WAIT_TIMEOUT_MS = 60_000

/** How long a test may take altogether: time for a wait that fails to say what it waited for. */
export const TEST_TIMEOUT_MS = 4 * WAIT_TIMEOUT_MS
