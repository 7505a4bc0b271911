import * as v from 'valibot'
import { defineRead } from './call.ts'
import {
  key,
  lazyCodec,
  list,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { lenientDay } from './fields.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero, type Lack, LACKS } from './rules.ts'

const role = lazyCodec<StaffRole>({ decode: () => v.picklist(ROLES), encode: passThrough })

const lack = lazyCodec<Lack | ''>({
  decode: () => v.fallback(v.picklist(['', ...LACKS]), ''),
  encode: passThrough,
})

const OfficeUser = record({
  code: key('code', text()),
  name: key('name', text()),
  department: key('department', text()),
  roles: key('roles', list(role)),
  /** What the user has to do before all roles apply; '' for nothing. */
  lacks: key('lacks', lack),
})
/** A user of the office, with the roles that apply now. */
export type OfficeUser = CodecValue<typeof OfficeUser>

const Entry = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  by: key('by', text()),
  name: key('name', text()),
  action: key('action', text()),
  about: key('about', text()),
  /** The name of the object, such as a student's name and number; '' if it has none. */
  named: optionalKey('named', text()),
  reason: key('reason', text()),
  /** The changed fields; `from` is '' for a new value and for a parameter of the action. */
  changes: optionalKey(
    'changes',
    list(record({ field: key('field', text()), from: key('from', text()), to: key('to', text()) })),
  ),
})
/** An entry of the audit log. */
export type AuditLogEntry = CodecValue<typeof Entry>

const logFilter = {
  /** An action, or the object's id, name or number. */
  find: key('find', text(v.maxLength(100))),
  /** The author's work number or name; '' for everybody. */
  by: optionalKey('by', text(v.maxLength(100))),
  /** The first and the last day, China time, YYYY-MM-DD; '' for no limit. */
  from: optionalKey('from', lenientDay),
  to: optionalKey('to', lenientDay),
  /** The part of an action before its dot, such as `students`; '' for all. */
  kind: optionalKey('kind', text(v.maxLength(40))),
}

/** The office: online only; nothing is stored on any phone or computer. */
export const office = {
  me: defineRead({
    path: '/api/manage/me',
    who: ROLES,
    unproven: true,
    offline: 'online-only',
    input: record({}),
    output: record({ me: key('data', OfficeUser) }),
    rule: codeZero,
  }),
  /** The audit log, newest first. `next` is the cursor of the next page, '' at the end. */
  log: defineRead({
    path: '/api/manage/log',
    who: ['administrator'],
    offline: 'online-only',
    input: record({ ...logFilter, after: key('after', text(v.maxLength(100))) }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The audit log as a table, oldest first. */
  exportLog: defineExport('/api/manage/exports/log', ['administrator'], logFilter),
}
