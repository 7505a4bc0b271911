import type { Command } from 'commander'
import { isPassKeyLost, createPassKey } from '#server/features/checkin/public'
import { printLine, withCommandContext } from './command-context.ts'

/** `campus new-pass-key`: replaces a lost pass key by a new one. */
export function addPassKeyCommand(program: Command): void {
  program
    .command('new-pass-key')
    .description(
      'Make a key for check-in codes where the old one is gone: codes that students hold become worth nothing until their phone is online.',
    )
    .action(() =>
      withCommandContext(async ({ db, clock }) => {
        if (!(await isPassKeyLost(db))) throw new Error('The key is there; it renews itself.')
        await createPassKey(db, clock.now())
        printLine('A new key signs from now on. Phones get a new code once they are online.')
      }),
    )
}
