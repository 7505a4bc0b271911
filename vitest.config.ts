import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { CAMPUS_ADDRESS } from './tests/support/campus-address.ts'
import { WAIT_TIMEOUT_MS, TEST_TIMEOUT_MS } from './tests/support/limits.ts'

const globalPostgres = 'tests/support/global-postgres.ts'
const builtApp = ['tests/support/one-chromium.ts', 'tests/support/built-app.ts']

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
  'call',
  'clock',
  'dates',
  'fees-campus',
  'fees-host',
  'fees-pay',
  'first-frame',
  'first-frame-style',
  'frame-screens',
  'gateway',
  'greenchannel',
  'identity-screens',
  'language',
  'network',
  'new-version',
  'not-offered',
  'outbox',
  'missing-files',
  'outbox-engine',
  'drafts',
  'engine',
  'reporting',
  'sealed',
  'sender',
  'phones',
  'photo',
  'session',
  'start-up',
  'timetable',
].map((name) => `tests/features/${name}.test.{ts,tsx}`)

/** What every test of a screen stands in. */
const screens: TestProjectInlineConfiguration['test'] = {
  environment: 'happy-dom',
  // The first entry of the history too: closing a sheet goes back to it.
  environmentOptions: { happyDOM: { url: `${CAMPUS_ADDRESS}/` } },
  setupFiles: ['tests/support/screen-setup.ts'],
  globalSetup: [globalPostgres],
}

/** A test project: plugins and settings of this file, its own tests. */
const project = (
  name: string,
  include: string | readonly string[],
  test: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [include].flat(), environment: 'node', ...test },
})

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
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
      project('browser', 'tests/browser/**/*.test.ts', {
        setupFiles: ['tests/support/browser-setup.ts'],
        globalSetup: [globalPostgres, ...builtApp],
        ...shared,
        sequence: { groupOrder: 1 },
      }),
      project('engines', 'tests/engines/*.test.ts', {
        globalSetup: [globalPostgres, ...builtApp],
        ...shared,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
