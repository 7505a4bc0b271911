import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the reconcile command succeeds and says that there is nothing to reconcile where nothing is paid online', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/reconcile.ts'],
    { env: { ...process.env, DATABASE_URL: '', PAYMENT_PROVIDER: 'none' } },
  )
  expect(stdout).toContain('there are no books to compare')
})
