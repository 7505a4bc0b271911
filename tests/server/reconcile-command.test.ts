import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the reconcile command succeeds where nothing is paid online and says that there are no books', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/reconcile.ts'],
    { env: { ...process.env, DATABASE_URL: '', PAYMENT_PROVIDER: 'none' } },
  )
  expect(stdout).toContain('there are no books to compare')
})
