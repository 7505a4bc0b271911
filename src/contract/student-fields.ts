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
import { revealNumberOutput } from './reveal.ts'
import { acceptIfCodeZero } from './rules.ts'
import { MOST_FIELD_CHARACTERS, STUDENT_FIELD_ROLES } from './student-field-values.ts'
import { StudentSearchResult } from './student-page.ts'

const Field = recordCodec({
  id: requiredKey('id', textCodec()),
  name: requiredKey('name', textCodec()),
  type: requiredKey('type', textCodec()),
  options: requiredKey('options', listCodec(textCodec())),
})

const Value = recordCodec({
  id: requiredKey('id', textCodec()),
  name: requiredKey('name', textCodec()),
  value: requiredKey('value', textCodec()),
})

/** The filter of the list of students; '' does not filter. */
export const studentListFilterFields = {
  ...arrivalFilterFields,
  /** The code of a level. */
  level: requiredKey('level', textCodec(v.maxLength(20))),
  /** The id of an own field, and a value of it. */
  field: requiredKey('field', textCodec(v.maxLength(40))),
  find: requiredKey('find', textCodec(v.maxLength(MOST_FIELD_CHARACTERS))),
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
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({
      fields: requiredKey('fields', listCodec(Field)),
      levels: requiredKey(
        'levels',
        listCodec(
          recordCodec({
            code: requiredKey('code', textCodec()),
            name: requiredKey('name', textCodec()),
          }),
        ),
      ),
    }),
    rule: acceptIfCodeZero,
  }),
  list: defineRead({
    path: '/api/manage/studentlist/list',
    who: STUDENT_FIELD_ROLES,
    offline: 'online-only',
    input: recordCodec({ ...studentListFilterFields, after: requiredKey('after', textCodec()) }),
    output: recordCodec({
      students: requiredKey('data', listCodec(StudentSearchResult)),
      next: requiredKey('next', textCodec()),
      total: requiredKey('total', wholeNumberCodec),
    }),
    rule: acceptIfCodeZero,
  }),
  /** A student's values that the caller may see; numbers in them are masked. */
  values: defineRead({
    path: '/api/manage/studentlist/values',
    who: STUDENT_FIELD_ROLES,
    offline: 'online-only',
    input: recordCodec({ student }),
    output: recordCodec({
      level: requiredKey('level', textCodec()),
      values: requiredKey('data', listCodec(Value)),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Returns a value unmasked; recorded in the audit log and counted. */
  reveal: defineWrite({
    path: '/api/manage/studentlist/reveal',
    who: STUDENT_FIELD_ROLES,
    ownsTransactions: true,
    input: recordCodec({
      student,
      what: requiredKey('what', requiredTextField(commonTexts.badField, 40)),
    }),
    output: revealNumberOutput,
    rule: acceptIfCodeZero,
  }),
  /** The students of a filter with their own fields that the caller may see. */
  export: defineExport(
    '/api/manage/exports/students',
    STUDENT_FIELD_ROLES,
    studentListFilterFields,
  ),
}
