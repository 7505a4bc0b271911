import type { Command } from 'commander'
import { beginTakeBack, kindOf } from '#server/features/imports/face'
import { say, withCampus } from './database.ts'
import { importNamed, whileGoing } from './import.ts'

/** `campus take-back ID`: undo an import while nothing is built on it. */
export function addTakeBack(program: Command): void {
  program
    .command('take-back')
    .description('Take an import back, while nothing is built on it.')
    .argument('<id>', 'as "campus imports" lists it')
    .requiredOption('--reason <text>', 'why, for the log of the office')
    .action((id: string, { reason }: { reason: string }) =>
      withCampus(async (campus) => {
        const kind = kindOf((await importNamed(campus, id)).kind)
        if (kind === undefined) return
        const begun = await beginTakeBack(campus, { id, kind }, { by: null, reason })
        if (begun.says !== undefined) throw new Error(begun.says.en)
        await whileGoing(campus, id, begun.work)
        const end = await importNamed(campus, id)
        if (end.state !== 'taken-back') throw new Error(end.problem?.en ?? 'It was not taken back.')
        say('Taken back.')
      }),
    )
}
