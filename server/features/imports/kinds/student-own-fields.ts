import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/db.ts'
import {
  findFieldValues,
  listStudentFields,
  saveFieldValues,
  type StudentFieldDefinition,
} from '../../student-fields/public.ts'
import { choiceCell, dayCell, textUpTo } from '../cell-readers.ts'
import type { ImportColumn } from '../import-kind.ts'
import type { SideFields } from '../side-fields.ts'

const PREFIX = 'own:'

/** Whether a column is one of the campus's own fields. */
export const isOwnFieldColumn = ({ field }: Pick<ImportColumn, 'field'>): boolean =>
  field.startsWith(PREFIX)

/** The columns of the campus's own fields. */
export const listOwnFieldColumns = async (db: Db): Promise<ImportColumn[]> =>
  (await listStudentFields(db)).map((field) => ({
    field: PREFIX + field.id,
    title: field.title,
    isBlankIgnored: true,
    read: readerOf(field),
    example: '',
    about: studentImportTexts.ownField,
  }))

/** The values of the campus's own fields, which have a table of their own. */
export const ownFields: SideFields = {
  has: (field) => field.startsWith(PREFIX),
  read: async (db, ids) => {
    const values = await findFieldValues(db, ids)
    return new Map(
      [...values].map(([student, own]) => [
        student,
        Object.fromEntries([...own].map(([field, value]) => [PREFIX + field, value])),
      ]),
    )
  },
  write: (db, rows, now) =>
    saveFieldValues(
      db,
      rows.flatMap(({ id: student, row }) =>
        Object.entries(row).flatMap(([field, value]) =>
          field.startsWith(PREFIX)
            ? [
                {
                  student,
                  field: field.slice(PREFIX.length),
                  value: value === null ? null : String(value),
                },
              ]
            : [],
        ),
      ),
      now,
    ),
}

function readerOf({
  type,
  options,
  max_length: most,
}: StudentFieldDefinition): ImportColumn['read'] {
  switch (type) {
    case 'text':
      return textUpTo(most)
    case 'choice':
      return choiceCell(options.map((value) => ({ value, as: [value] })))
    case 'date':
      return dayCell
  }
}
