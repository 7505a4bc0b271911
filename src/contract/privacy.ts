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
  /** The number of records. */
  records: key('records', count),
  /** The longest storage, days; 0: as long as the law requires. */
  days: key('days', count),
})
/** A category of the data stored about a student. */
export type StoredDataGroup = CodecValue<typeof StoredDataGroup>

/** The student's access to the data that the university stores about them (PIPL 44 and 45). */
export const privacy = {
  mine: defineRead({
    path: '/api/privacy/mine',
    who: 'student',
    offline: 'online-only',
    input: record({}),
    output: record({ groups: key('data', list(StoredDataGroup)) }),
    rule: codeZero,
  }),
  /** All of the data as one JSON file. */
  data: defineDownload({
    path: '/api/privacy/data',
    who: 'student',
    input: record({}),
    rule: codeZero,
  }),
}
