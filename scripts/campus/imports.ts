import type { Command } from 'commander'
import { findImportsOfKinds, importKinds } from '#server/features/imports/public'
import { toChinaMinute } from '#server/platform/clock'
import { printLine, withCommandContext } from './command-context.ts'

const MOST = 50

/** `campus imports`: lists the imports, newest first. */
export function addImportsCommand(program: Command): void {
  program
    .command('imports')
    .description('List what was imported, newest first: id, when, who, what, from which file.')
    .action(() =>
      withCommandContext(async ({ db }) => {
        const names = importKinds.map(({ name }) => name)
        for (const one of await findImportsOfKinds(db, { kinds: names, after: '', most: MOST }))
          printLine(
            [
              one.id,
              toChinaMinute(one.at),
              one.staff_code ?? 'command line',
              one.kind,
              one.state,
              `+${one.added} ~${one.changed} !${one.refused}`,
              one.sha256.slice(0, 12),
              one.file_name,
            ].join('  '),
          )
      }),
    )
}
