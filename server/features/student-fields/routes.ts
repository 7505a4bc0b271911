import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { studentFields } from '#contract/student-fields'
import { exportTexts } from '#i18n/exports'
import { refusalTexts } from '#i18n/refusals'
import { studentFieldTexts as texts } from '#i18n/student-fields'
import type { Db } from '../../platform/database/db.ts'
import { countRows } from '../../platform/database/queries/count-rows.ts'
import { type HandlerRequest, type Handlers, refuse, succeed } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { maskNumbersIn } from '../../platform/masks.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'
import { auditedHandler, createExportHandler, runAuditedSearch } from '../office/public.ts'
import { listLevelNames } from '../student-levels/public.ts'
import { findFieldValues, listStudentFields, selectListedStudents } from './store.ts'

const PAGE = 100

type Asked = Pick<HandlerRequest<unknown>, 'caller' | 'db' | 'tools'>

/** The handlers of the list of students and of the campus's own fields. */
export const studentFieldHandlers: Handlers<typeof studentFields> = {
  choices: async (ask) =>
    succeed({
      fields: (await listVisibleFields(ask)).map(({ id, title, type, options }) => ({
        id,
        name: title[ask.language],
        type,
        options,
      })),
      levels: (await listLevelNames(ask.db)).map(({ code, names }) => ({
        code,
        name: names[0] ?? code,
      })),
    }),

  list: async (ask) => {
    const { db, input, now } = ask
    const field = await findFilteredField(ask, input)
    if (field === 'hidden') return { type: 'forbidden' }
    const wanted = { ...input, now, field }
    const page = () =>
      selectListedStudents(db, wanted)
        .select([
          'student.code',
          'student.number',
          'student.exam_number',
          'student.name',
          'student.department',
          'student.class_name',
          'student.withdrawn_at',
        ])
        .where('student.code', '>', input.after)
        .orderBy('student.code')
        .limit(PAGE)
        .execute()
    const rows =
      field === undefined
        ? await page()
        : await runAuditedSearch(ask, {
            action: 'studentlist.search',
            find: input.find,
            after: input.after,
            rows: page,
          })
    if ('type' in rows) return rows
    const count = await countRows(selectListedStudents(db, wanted))
    return succeed({
      students: rows.map((row) => ({
        student: row.code,
        number: row.number ?? '',
        examNumber: row.exam_number ?? '',
        name: row.name,
        department: row.department,
        className: row.class_name,
        withdrawn: row.withdrawn_at !== null,
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.code ?? ''),
      total: count,
    })
  },

  values: async (ask) => {
    const { db, input, language } = ask
    const student = await findStudentLevel(db, input.student)
    if (student === undefined) return refuse(refusalTexts.notFound)
    const values = (await findFieldValues(db, [input.student])).get(input.student)
    return succeed({
      level: student.level,
      values: (await listVisibleFields(ask)).flatMap(({ id, title }) => {
        const value = values?.get(id)
        return value === undefined
          ? []
          : [{ id, name: title[language], value: maskNumbersIn(value) }]
      }),
    })
  },

  reveal: auditedHandler(async (ask) => {
    const { db, input, caller, tools, audit } = ask
    const field = (await listVisibleFields(ask)).find(({ id }) => id === input.what)
    if (field === undefined) return { type: 'forbidden' }
    const seconds = await tools.limits.reveals.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const value = (await findFieldValues(db, [input.student])).get(input.student)?.get(field.id)
    if (value === undefined) return refuse(refusalTexts.notFound)
    await audit({
      action: 'studentlist.reveal',
      about: `student:${input.student}`,
      details: { title: field.title.zh },
    })
    return succeed({ number: value })
  }),

  export: async (ask) =>
    (await findFilteredField(ask, ask.input)) === 'hidden'
      ? { type: 'forbidden' }
      : exportStudents(ask),
}

type ExportRequest = HandlerRequest<CallInput<typeof studentFields.export>>

interface ListedCells {
  readonly key: string
  readonly number: string | null
  readonly exam_number: string | null
  readonly name: string
  readonly department: string
  readonly major: string
  readonly class_name: string
  readonly level: string
  /** The values by field; null if there are none. */
  readonly own: Readonly<Record<string, string>> | null
}

const exportStudents = createExportHandler({
  title: texts.title,
  action: 'exports.students',
  columns: async (ask: ExportRequest): Promise<readonly SheetColumn<ListedCells>[]> => [
    { title: exportTexts.number, cell: ({ number }) => number },
    { title: exportTexts.examNumber, cell: ({ exam_number }) => exam_number },
    { title: exportTexts.name, cell: ({ name }) => name },
    { title: exportTexts.department, cell: ({ department }) => department },
    { title: exportTexts.major, cell: ({ major }) => major },
    { title: exportTexts.className, cell: ({ class_name }) => class_name },
    { title: texts.level, cell: ({ level }) => level },
    ...(await listVisibleFields(ask)).map(({ id, title }): SheetColumn<ListedCells> => ({
      title,
      cell: ({ own }) => own?.[id] ?? null,
    })),
  ],
  rows: async (ask: ExportRequest) => {
    const { input, db, now } = ask
    const field = await findFilteredField(ask, input)
    // A field that the caller may not see was refused before.
    return selectListedStudents(db, {
      ...input,
      now,
      field: field === 'hidden' ? undefined : field,
    })
      .innerJoin('student_level as level', 'level.code', 'student.enrolment')
      .select([
        'student.code as key',
        'student.number',
        'student.exam_number',
        'student.name',
        'student.department',
        'student.major',
        'student.class_name',
        'level.name as level',
        sql<ListedCells['own']>`(select jsonb_object_agg(kept.field_id, kept.value)
          from student_field_value kept where kept.student_code = student.code)`.as('own'),
      ])
  },
})

async function listVisibleFields(ask: Asked) {
  const roles: readonly string[] = listActiveCallerRoles(ask.caller, ask.tools.settings)
  return (await listStudentFields(ask.db)).filter(({ viewers }) =>
    viewers.some((role) => roles.includes(role)),
  )
}

// A field that the caller may not see cannot be filtered by.
async function findFilteredField(ask: Asked, { field, find }: { field: string; find: string }) {
  if (field === '' || find === '') return undefined
  return (await listVisibleFields(ask)).find(({ id }) => id === field) ?? 'hidden'
}

const findStudentLevel = (db: Db, student: string) =>
  db
    .selectFrom('student')
    .innerJoin('student_level as level', 'level.code', 'student.enrolment')
    .select('level.name as level')
    .where('student.code', '=', student)
    .executeTakeFirst()
