/**
 * How long a test waits for a condition, wherever it waits. A condition that holds is seen at once,
 * so only a failing test waits this long: briefly for a person who waits for the message, long in CI
 * (`CI` is set), where a machine that is busy with other work is not a failure.
 */
export const WAIT_TIMEOUT_MS = process.env['CI'] === undefined ? 5_000 : 60_000

/** The same for WebKit and Firefox, whose drivers answer more slowly than Chromium's, everywhere. */
export const ENGINE_TIMEOUT_MS = 60_000

/**
 * How long a test may take altogether, with or without `CI`: time for a wait that fails to report
 * what it waited for.
 */
export const TEST_TIMEOUT_MS = 240_000
