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
  /** What is to be done before all roles count; '' for nothing. */
  lacks: key('lacks', lack),
})
/** Who works in the office, and what they may do there at this moment. */
export type OfficeUser = CodecValue<typeof OfficeUser>

const Entry = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  by: key('by', text()),
  name: key('name', text()),
  action: key('action', text()),
  about: key('about', text()),
  /** What it was done to by name, such as a student's name and number; '' where nothing names it. */
  named: optionalKey('named', text()),
  reason: key('reason', text()),
  /** What became of what: `from` is '' for what was given along. */
  changes: optionalKey(
    'changes',
    list(record({ field: key('field', text()), from: key('from', text()), to: key('to', text()) })),
  ),
})
/** A line of the office's log. */
export type AuditLogEntry = CodecValue<typeof Entry>

const logFilter = {
  /** An action, whom it was done to by id, name or number. */
  find: key('find', text(v.maxLength(100))),
  /** Whose deeds: a work number or a name; '' for everybody's. */
  by: optionalKey('by', text(v.maxLength(100))),
  /** The first and the last day in China, YYYY-MM-DD; '' for no end. */
  from: optionalKey('from', lenientDay),
  to: optionalKey('to', lenientDay),
  /** What of: the part of an action before its point, such as `students`; '' for everything. */
  kind: optionalKey('kind', text(v.maxLength(40))),
}

/** The office: strictly online, nothing of it is kept on any phone or computer. */
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
  /** What was done, by when it was done, newest first; a page ends where `next` says, '' at the end. */
  log: defineRead({
    path: '/api/manage/log',
    who: ['administrator'],
    offline: 'online-only',
    input: record({ ...logFilter, after: key('after', text(v.maxLength(100))) }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The same lines as a table, the oldest first. */
  exportLog: defineExport('/api/manage/exports/log', ['administrator'], logFilter),
}
