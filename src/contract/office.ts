import * as v from 'valibot'
import { defineRead } from './call.ts'
import {
  requiredKey,
  lazyCodec,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { lenientDayField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import { ROLES } from './roles.ts'
import { type SignInRequirement, SIGN_IN_REQUIREMENTS } from './rules.ts'

const role = oneOfCodec(ROLES)

const lack = lazyCodec<SignInRequirement | ''>({
  decode: () => v.fallback(v.picklist(['', ...SIGN_IN_REQUIREMENTS]), ''),
  encode: encodeUnchanged,
})

const OfficeUser = recordCodec({
  ...textKeys('code', 'name', 'department'),
  roles: listCodec(role),
  /** What the user has to do before all roles apply; '' for nothing. */
  lacks: lack,
})
/** A user of the office, with the roles that apply now. */
export type OfficeUser = CodecValue<typeof OfficeUser>

const Entry = recordCodec({
  id: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  ...textKeys('by', 'name', 'action', 'about'),
  /** The name of the object, such as a student's name and number; '' if it has none. */
  named: optionalKey('named', textCodec()),
  reason: textCodec(),
  /**
   * The changed fields, or the parameters of the action. `from` is '' for a parameter, and for a
   * field that had no value before.
   */
  changes: optionalKey('changes', listCodec(recordCodec(textKeys('field', 'from', 'to')))),
})
/** An entry of the audit log. */
export type AuditLogEntry = CodecValue<typeof Entry>

const logFilter = {
  /** The search text: an action, or the object's id, name or number. */
  find: textCodec(v.maxLength(100)),
  /** The author's work number or name; '' for everybody. */
  by: optionalKey('by', textCodec(v.maxLength(100))),
  /** The first and the last day, China time, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDayField),
  to: optionalKey('to', lenientDayField),
  /** The part of an action before its dot, such as `students`; '' for all. */
  kind: optionalKey('kind', textCodec(v.maxLength(40))),
}

/** The office: online only; nothing is stored on any phone or computer. */
export const office = {
  me: defineRead({
    path: '/api/manage/me',
    who: ROLES,
    allowedDuringSignIn: true,
    input: recordCodec({}),
    output: recordCodec({ me: requiredKey('data', OfficeUser) }),
  }),
  /** The audit log, newest first. `next` is the cursor of the next page, '' at the end. */
  log: defineRead({
    path: '/api/manage/log',
    who: ['administrator'],
    input: recordCodec({ ...logFilter, after: textCodec(v.maxLength(100)) }),
    output: pageOf('entries', Entry),
  }),
  /** The audit log as a table, oldest first. */
  exportLog: defineExport('/api/manage/exports/log', ['administrator'], logFilter),
}
