import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { arrivalFilterFields } from './arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { requiredTextField } from './fields.ts'
import { textKeys } from './record-keys.ts'
import { revealNumberOutput } from './reveal.ts'
import { MOST_FIELD_CHARACTERS, STUDENT_FIELD_ROLES } from './student-field-values.ts'
import { StudentSearchResult } from './student-page.ts'

const Field = recordCodec({
  ...textKeys('id', 'name', 'type'),
  options: listCodec(textCodec()),
})

const Value = recordCodec(textKeys('id', 'name', 'value'))

/** The filter of the list of students; '' does not filter. */
export const studentListFilterFields = {
  ...arrivalFilterFields,
  /** The code of a level. */
  level: textCodec(v.maxLength(20)),
  /** The id of an own field, and a value of it. */
  field: textCodec(v.maxLength(40)),
  find: textCodec(v.maxLength(MOST_FIELD_CHARACTERS)),
}
const Filter = recordCodec(studentListFilterFields)
/** A filter of the list of students. */
export type StudentListFilter = CodecValue<typeof Filter>

const student = requiredKey('student', requiredTextField(commonTexts.badField, 64))

/** Students by level and by the campus's own fields: online only. */
export const studentFields = {
  /** The own fields that the caller may see, and the levels on offer. */
  choices: defineRead({
    path: '/api/manage/studentlist/choices',
    who: STUDENT_FIELD_ROLES,
    input: recordCodec({}),
    output: recordCodec({
      fields: listCodec(Field),
      levels: listCodec(
        recordCodec({
          code: textCodec(),
          name: textCodec(),
        }),
      ),
    }),
  }),
  list: defineRead({
    path: '/api/manage/studentlist/list',
    who: STUDENT_FIELD_ROLES,
    input: recordCodec({ ...studentListFilterFields, after: textCodec() }),
    output: recordCodec({
      students: requiredKey('data', listCodec(StudentSearchResult)),
      next: textCodec(),
      total: wholeNumberCodec,
    }),
  }),
  /** A student's values that the caller may see; numbers in them are masked. */
  values: defineRead({
    path: '/api/manage/studentlist/values',
    who: STUDENT_FIELD_ROLES,
    input: recordCodec({ student }),
    output: recordCodec({
      level: textCodec(),
      values: requiredKey('data', listCodec(Value)),
    }),
  }),
  /** Returns a value unmasked; recorded in the audit log and counted. */
  reveal: defineWrite({
    path: '/api/manage/studentlist/reveal',
    who: STUDENT_FIELD_ROLES,
    ownsTransactions: true,
    input: recordCodec({
      student,
      what: requiredTextField(commonTexts.badField, 40),
    }),
    output: revealNumberOutput,
  }),
  /** The students of a filter with their own fields that the caller may see. */
  export: defineExport(
    '/api/manage/exports/students',
    STUDENT_FIELD_ROLES,
    studentListFilterFields,
  ),
}
