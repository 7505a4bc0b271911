import type { Db } from '../../../platform/database/db.ts'
import { listLevelNames } from '../../student-levels/public.ts'
import { choiceCell } from '../cell-readers.ts'
import type { ImportColumn } from '../import-kind.ts'

const FIELD = 'enrolment'

/** A choice besides the levels: its stored value, and the texts in files. */
type Choice = Parameters<typeof choiceCell<string>>[0][number]

/** The column of a level. `withCampusLevels` replaces its choices by those of the campus. */
export const levelColumn: ImportColumn = {
  field: FIELD,
  title: { zh: '培养层次', en: 'Level' },
  aliases: ['层次', '学历层次'],
  read: choiceCell([
    { value: '2', as: ['本科'] },
    { value: '1', as: ['研究生'] },
  ]),
  example: '本科',
}

/** Reads the campus's levels, and lets the column of these columns accept their names. */
export const withCampusLevels =
  (columns: readonly ImportColumn[], also: readonly Choice[] = []) =>
  async (db: Db): Promise<readonly ImportColumn[]> => {
    const levels = await listLevelNames(db)
    const read = choiceCell([
      ...levels.map(({ code, names }) => ({ value: code, as: names })),
      ...also,
    ])
    return columns.map((column) =>
      column.field === FIELD
        ? { ...column, read, example: levels[0]?.names[0] ?? column.example }
        : column,
    )
  }
