import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { CAMPUS_ADDRESS } from './tests/support/setup/campus-address.ts'
import { WAIT_TIMEOUT_MS, TEST_TIMEOUT_MS } from './tests/support/setup/timeouts.ts'

const globalPostgres = 'tests/support/setup/global-postgres.ts'
const builtApp = ['tests/support/setup/install-chromium.ts', 'tests/support/setup/built-app.ts']

/**
 * A worker that keeps the modules it has loaded from one file to the next: for parts that hold
 * nothing outside of what a test starts. Loading the backend anew for each file takes longer than
 * most files; and the tests of the browser share one.
 */
const shared = { isolate: false }

/**
 * Screens' tests that put another module in a module's place, watch what a module does when it is
 * loaded, or leave listeners on the window that would fail without what the test had put there: they
 * get modules and a window of their own. The others share theirs, which halves their time.
 */
const alone = [
  'app-frame',
  'call-api',
  'campus-form-fields',
  'dates',
  'drafts',
  'fees-items',
  'fees-pay',
  'fees-payment-sheet',
  'gateway-responses',
  'green-channel',
  'identity-sign-in',
  'language-preference',
  'messaging-hosts',
  'missing-files',
  'network-status',
  'outbox',
  'outbox-engine',
  'outbox-reporting',
  'outbox-sender',
  'page-snapshot',
  'page-snapshot-style',
  'phone-reports',
  'photo',
  'sealed-roster',
  'sending-engine',
  'server-clock',
  'service-worker-update',
  'session',
  'start-up-cache',
  'timetable',
  'unavailable-features',
].map((name) => `tests/features/${name}.test.{ts,tsx}`)

/**
 * Tests without a browser wait for the database and for timers a third of their time, so three of
 * their files run on two cores. A browser needs a whole core.
 */
const QUICK_WORKERS = 3
const BROWSER_WORKERS = 2

/** What every test of a screen stands in. */
const screens: TestProjectInlineConfiguration['test'] = {
  environment: 'happy-dom',
  // The first entry of the history too: closing a sheet goes back to it.
  environmentOptions: { happyDOM: { url: `${CAMPUS_ADDRESS}/` } },
  setupFiles: ['tests/support/setup/screen-setup.ts'],
  globalSetup: [globalPostgres],
}

/** A test project: plugins and settings of this file, its own tests. */
const project = (
  name: string,
  include: string | readonly string[],
  test: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [include].flat(),
    environment: 'node',
    maxWorkers: QUICK_WORKERS,
    ...test,
  },
})

export default defineConfig({
  plugins: [react()],
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    // A second try would hide a race.
    retry: 0,
    projects: [
      project('contract', 'tests/contract/**/*.test.ts', shared),
      project('offline', 'tests/offline/**/*.test.ts', {
        setupFiles: ['fake-indexeddb/auto'],
        globalSetup: [globalPostgres],
      }),
      project('features', 'tests/features/**/*.test.{ts,tsx}', {
        ...screens,
        ...shared,
        exclude: alone,
      }),
      project('features-alone', alone, screens),
      project('server', 'tests/server/**/*.test.ts', { globalSetup: [globalPostgres], ...shared }),
      project('security', 'tests/security/**/*.test.ts'),
      project('peers', 'tests/peers/*.test.ts', {
        setupFiles: ['fake-indexeddb/auto'],
        globalSetup: [globalPostgres],
      }),
      project('peers-screens', 'tests/peers/*.test.tsx', screens),
      project('browser', 'tests/browser/**/*.test.ts', {
        setupFiles: ['tests/support/setup/browser-setup.ts'],
        globalSetup: [globalPostgres, ...builtApp],
        ...shared,
        maxWorkers: BROWSER_WORKERS,
        sequence: { groupOrder: 1 },
      }),
      project('engines', 'tests/engines/*.test.ts', {
        globalSetup: [globalPostgres, ...builtApp],
        ...shared,
        maxWorkers: BROWSER_WORKERS,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
