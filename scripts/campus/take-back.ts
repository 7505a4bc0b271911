import type { Command } from 'commander'
import { beginImportRevert, getImportKind } from '#server/features/imports/public'
import { printLine, withCommandContext } from './command-context.ts'
import { findImport, showImportProgress } from './import.ts'

/** `campus take-back ID`: reverts an import, as long as nothing depends on its rows. */
export function addTakeBackCommand(program: Command): void {
  program
    .command('take-back')
    .description('Take an import back, while nothing is built on it.')
    .argument('<id>', 'as "campus imports" lists it')
    .requiredOption('--reason <text>', 'why, for the log of the office')
    .action((id: string, { reason }: { reason: string }) =>
      withCommandContext(async (campus) => {
        const kind = getImportKind((await findImport(campus, id)).kind)
        if (kind === undefined) return
        const begun = await beginImportRevert(campus, { id, kind }, { by: null, reason })
        if (begun.says !== undefined) throw new Error(begun.says.en)
        await showImportProgress(campus, id, begun.work)
        const end = await findImport(campus, id)
        if (end.state !== 'taken-back') throw new Error(end.problem?.en ?? 'It was not taken back.')
        printLine('Taken back.')
      }),
    )
}
