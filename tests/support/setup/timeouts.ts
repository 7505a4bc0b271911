/**
 * How long a test waits for a condition. A condition that holds is seen at once, so only a failing
 * test waits this long. The time is short for a developer who waits for the failure, and long in CI
 * (`CI` is set), where a busy machine must not cause a failure.
 */
export const WAIT_TIMEOUT_MS = process.env['CI'] === undefined ? 5_000 : 60_000

/**
 * The same for WebKit and Firefox, with and without `CI`, because their drivers answer more slowly
 * than Chromium's.
 */
export const ENGINE_TIMEOUT_MS = 60_000

/** How long a test waits for a server process, which may create its database first. */
export const PROCESS_START_TIMEOUT_MS = 60_000

/**
 * The timeout of a whole test, with and without `CI`. It leaves time for a wait that fails to
 * report what it waited for.
 */
export const TEST_TIMEOUT_MS = 240_000
