import { join } from 'node:path'
import type { Workspace } from './workspace.ts'

/** Run a command of `npm run campus` until it exits. Returns its output. */
export async function runCampusCommand(
  place: Workspace,
  args: readonly string[],
  env: Record<string, string>,
  code = 0,
): Promise<string> {
  const running = place.run(
    process.execPath,
    ['--import', 'tsx', join(process.cwd(), 'scripts/campus.ts'), ...args],
    {
      env: {
        DATA_DIR: join(place.folder, 'data'),
        HOST_PROVIDER: 'sandbox',
        PAYMENT_PROVIDER: 'sandbox',
        SMS_PROVIDER: 'sandbox',
        DEMO: '1',
        ...env,
      },
    },
  )
  const ended = await running.ended
  if (ended !== code) throw new Error(`${args[0]} ended with ${ended}: ${running.output()}`)
  return running.output().trim()
}
