import type { Command } from 'commander'
import { importsOf, kinds } from '#server/features/imports/face'
import { chinaMinute } from '#server/platform/clock'
import { say, withCampus } from './database.ts'

const MOST = 50

/** `campus imports`: what was imported, newest first. */
export function addImports(program: Command): void {
  program
    .command('imports')
    .description('List what was imported, newest first: id, when, who, what, from which file.')
    .action(() =>
      withCampus(async ({ db }) => {
        const names = kinds.map(({ name }) => name)
        for (const one of await importsOf(db, { kinds: names, after: '', most: MOST }))
          say(
            [
              one.id,
              chinaMinute(one.at),
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
