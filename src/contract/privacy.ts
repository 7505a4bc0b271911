import * as v from 'valibot'
import { defineDownload, defineRead } from './call.ts'
import { key, lazyCodec, list, record, text, passThrough, type CodecValue } from './codec.ts'
import { codeZero } from './rules.ts'

const count = lazyCodec<number>({
  decode: () => v.pipe(v.number(), v.integer()),
  encode: passThrough,
})

const StoredDataGroup = record({
  title: key('title', text()),
  /** How many records there are of it. */
  records: key('records', count),
  /** For how many days it is kept at most; 0: for as long as the law asks for it. */
  days: key('days', count),
})
/** One kind of what is kept about a student. */
export type StoredDataGroup = CodecValue<typeof StoredDataGroup>

/** What the university keeps about a student, for the student (PIPL 44 and 45). */
export const privacy = {
  mine: defineRead({
    path: '/api/privacy/mine',
    who: 'student',
    offline: 'online-only',
    input: record({}),
    output: record({ groups: key('data', list(StoredDataGroup)) }),
    rule: codeZero,
  }),
  /** All of it as one file of JSON. */
  data: defineDownload({
    path: '/api/privacy/data',
    who: 'student',
    input: record({}),
    rule: codeZero,
  }),
}
