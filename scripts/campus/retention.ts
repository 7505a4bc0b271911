import type { Command } from 'commander'
import { deleteExpiredRecords } from '#server/features/privacy/public'
import { printLine, withCommandContext } from './command-context.ts'

/**
 * `campus retention`: deletes records that are older than the retention period of their category.
 */
export function addRetentionCommand(program: Command): void {
  program
    .command('retention')
    .description('Delete what is older than its kind may grow (RETENTION), and say how much went.')
    .option('--dry-run', 'only count')
    .action(({ dryRun = false }: { dryRun?: boolean }) =>
      withCommandContext(async ({ db, clock, settings }) => {
        const lost = await deleteExpiredRecords(db, {
          retention: settings.retention,
          now: clock.now(),
          dryRun,
        })
        for (const { kind, days, records } of lost)
          printLine(
            `${kind.padEnd(20)} ${days === 0 ? 'kept' : `${days} days`.padEnd(12)} ${records}`,
          )
      }),
    )
}
