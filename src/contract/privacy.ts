import * as v from 'valibot'
import { defineDownload, defineRead } from './call.ts'
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

const count = lazyCodec<number>({
  decode: () => v.pipe(v.number(), v.integer()),
  encode: encodeUnchanged,
})

const StoredDataGroup = recordCodec({
  title: textCodec(),
  /** The number of records. */
  records: count,
  /** The longest storage, days; 0 if the data are stored as long as the law requires. */
  days: count,
})
/** A category of the data stored about a student. */
export type StoredDataGroup = CodecValue<typeof StoredDataGroup>

/** The student's access to the data that the university stores about them (PIPL 44 and 45). */
export const privacy = {
  mine: defineRead({
    path: '/api/privacy/mine',
    who: 'student',
    input: recordCodec({}),
    output: recordCodec({
      groups: requiredKey('data', listCodec(StoredDataGroup)),
      /** The values of the campus's own fields that the student sees. */
      fields: optionalKey(
        'fields',
        listCodec(
          recordCodec({
            name: textCodec(),
            value: textCodec(),
          }),
        ),
      ),
    }),
  }),
  /** All of the data as one JSON file. */
  data: defineDownload({
    path: '/api/privacy/data',
    who: 'student',
    input: recordCodec({}),
  }),
}
