import type { CodecValue } from '#contract/codec'
import type { StudentFieldValues } from '#contract/reference-data'
import { splitFieldOptions, STUDENT_FIELD_TYPES } from '#contract/student-field-values'
import { commonTexts } from '#i18n/common'
import { referenceDataTexts } from '#i18n/reference-data'
import type { Db } from '../../../platform/database/db.ts'
import { isStudentHeading } from '../../imports/public.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { formatFlag } from '../field-texts.ts'

/** The catalogue of own fields of students. The id of a new field is its first name, and stays. */
export const studentFieldCatalogue: ReferenceCatalogue<CodecValue<typeof StudentFieldValues>> = {
  noun: 'studentFields',
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('student_field')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute()
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map((row) => ({
      id: row.id,
      values: {
        order: String(row.position),
        name: row.name,
        nameEn: english(row.name),
        fieldType: row.type,
        options: row.options,
        maxLength: String(row.max_length),
        viewers: row.viewers.join(','),
        forStudent: formatFlag(row.for_student),
      },
      withdrawn: row.withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const type = STUDENT_FIELD_TYPES.find((one) => one === values.fieldType)
    if (type === undefined) return commonTexts.badField
    if (isStudentHeading(values.name)) return referenceDataTexts.fieldKnown
    const options = splitFieldOptions(values.options)
    if (before !== undefined && (await holdsOther(db, { id: before.id, type, options })))
      return referenceDataTexts.fieldHeld
    const id = before?.id ?? (await freeId(db, values.name))
    const row = {
      name: values.name,
      type,
      options: options.join('、'),
      max_length: Number(values.maxLength),
      viewers: values.viewers.split(',').filter((role) => role !== ''),
      for_student: values.forStudent === '1',
      position: Number(values.order),
    }
    return saveById(db, 'student_field', { ...row, id })
  },

  withdraw: withdrawById('student_field'),
}

// Whether students have values that the new type or the new options do not allow.
async function holdsOther(
  db: Db,
  { id, type, options }: { id: string; type: string; options: readonly string[] },
): Promise<boolean> {
  if (type === 'text') return false
  const found = await db
    .selectFrom('student_field_value as value')
    .innerJoin('student_field as field', 'field.id', 'value.field_id')
    .select('value.value')
    .where('field.id', '=', id)
    .$if(type === 'choice', (query) =>
      query.where((e) => e.not(e('value.value', '=', e.fn.any(e.val([...options]))))),
    )
    .$if(type === 'date', (query) => query.where('field.type', '<>', 'date'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function freeId(db: Db, name: string): Promise<string> {
  const rows = await db.selectFrom('student_field').select('id').execute()
  const used = new Set(rows.map(({ id }) => id))
  let id = name
  for (let again = 2; used.has(id); again += 1) id = `${name}-${again}`
  return id
}
