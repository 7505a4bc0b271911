import * as v from 'valibot'
import { download, read } from './call.ts'
import { key, late, list, record, text, unchanged, type Value } from './codec.ts'
import { codeZero } from './rules.ts'

const count = late<number>({ decode: () => v.pipe(v.number(), v.integer()), encode: unchanged })

const Group = record({
  title: key('title', text()),
  /** How many records there are of it. */
  records: key('records', count),
  /** For how many days it is kept at most; 0: for as long as the law asks for it. */
  days: key('days', count),
})
/** One kind of what is kept about a student. */
export type Group = Value<typeof Group>

/** What the university keeps about a student, for the student (PIPL 44 and 45). */
export const privacy = {
  mine: read({
    path: '/api/privacy/mine',
    who: 'student',
    offline: 'live',
    input: record({}),
    output: record({ groups: key('data', list(Group)) }),
    rule: codeZero,
  }),
  /** All of it as one file of JSON. */
  data: download({
    path: '/api/privacy/data',
    who: 'student',
    input: record({}),
    rule: codeZero,
  }),
}
