import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { PATIENCE_MS, TEST_MS } from './tests/support/limits.ts'

const globalPostgres = 'tests/support/global-postgres.ts'

/**
 * A worker that keeps the modules it has loaded from one file to the next: for parts that hold
 * nothing outside of what a test starts. Loading the backend anew for each file takes longer than
 * most files; and the tests of the browser share one.
 */
const shared = { isolate: false }

/** A test project: plugins and settings of this file, its own tests. */
const project = (
  name: string,
  include: string,
  test: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [include], environment: 'node', ...test },
})

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // A second try would hide a race.
    retry: 0,
    projects: [
      project('contract', 'tests/contract/**/*.test.ts', shared),
      project('offline', 'tests/offline/**/*.test.ts', {
        setupFiles: ['fake-indexeddb/auto'],
        globalSetup: [globalPostgres],
      }),
      project('features', 'tests/features/**/*.test.{ts,tsx}', {
        environment: 'happy-dom',
        setupFiles: ['tests/support/screen-setup.ts'],
        globalSetup: [globalPostgres],
      }),
      project('server', 'tests/server/**/*.test.ts', { globalSetup: [globalPostgres], ...shared }),
      project('security', 'tests/security/**/*.test.ts'),
      project('browser', 'tests/browser/**/*.test.ts', {
        setupFiles: ['tests/support/browser-setup.ts'],
        globalSetup: [globalPostgres, 'tests/support/built-app.ts'],
        ...shared,
        sequence: { groupOrder: 1 },
      }),
      project('engines', 'tests/engines/*.test.ts', {
        globalSetup: [globalPostgres, 'tests/support/built-app.ts'],
        ...shared,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
