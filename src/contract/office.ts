import * as v from 'valibot'
import { read } from './call.ts'
import { key, late, list, maybeKey, record, text, unchanged, type Value } from './codec.ts'
import { exportCall } from './export-format.ts'
import { dayRead } from './fields.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero, type Lack, LACKS } from './rules.ts'

const role = late<StaffRole>({ decode: () => v.picklist(ROLES), encode: unchanged })

const lack = late<Lack | ''>({
  decode: () => v.fallback(v.picklist(['', ...LACKS]), ''),
  encode: unchanged,
})

const Me = record({
  code: key('code', text()),
  name: key('name', text()),
  department: key('department', text()),
  roles: key('roles', list(role)),
  /** What is to be done before all roles count; '' for nothing. */
  lacks: key('lacks', lack),
})
/** Who works in the office, and what they may do there at this moment. */
export type Me = Value<typeof Me>

const Entry = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  by: key('by', text()),
  name: key('name', text()),
  action: key('action', text()),
  about: key('about', text()),
  /** What it was done to by name, such as a student's name and number; '' where nothing names it. */
  named: maybeKey('named', text()),
  reason: key('reason', text()),
  /** What became of what: `from` is '' for what was given along. */
  changes: maybeKey(
    'changes',
    list(record({ field: key('field', text()), from: key('from', text()), to: key('to', text()) })),
  ),
})
/** A line of the office's log. */
export type LogEntry = Value<typeof Entry>

const logFilter = {
  /** An action, whom it was done to by id, name or number. */
  find: key('find', text(v.maxLength(100))),
  /** Whose deeds: a work number or a name; '' for everybody's. */
  by: maybeKey('by', text(v.maxLength(100))),
  /** The first and the last day in China, YYYY-MM-DD; '' for no end. */
  from: maybeKey('from', dayRead),
  to: maybeKey('to', dayRead),
  /** What of: the part of an action before its point, such as `students`; '' for everything. */
  kind: maybeKey('kind', text(v.maxLength(40))),
}

/** The office: strictly online, nothing of it is kept on any phone or computer. */
export const office = {
  me: read({
    path: '/api/manage/me',
    who: ROLES,
    unproven: true,
    offline: 'live',
    input: record({}),
    output: record({ me: key('data', Me) }),
    rule: codeZero,
  }),
  /** What was done, by when it was done, newest first; a page ends where `next` says, '' at the end. */
  log: read({
    path: '/api/manage/log',
    who: ['administrator'],
    offline: 'live',
    input: record({ ...logFilter, after: key('after', text(v.maxLength(100))) }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The same lines as a table, the oldest first. */
  exportLog: exportCall('/api/manage/exports/log', ['administrator'], logFilter),
}
