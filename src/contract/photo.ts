import * as v from 'valibot'
import { photoWords } from '../words/photo.ts'
import { say } from '../words/say.ts'
import { file, write } from './call.ts'
import { key, record, text } from './codec.ts'
import { marker } from './rules.ts'

/** The face photo (PHO). Strictly online; once stored it cannot change. */
export const photo = {
  upload: write({
    path: '/stuphoto/verifyStuPhoto',
    who: 'student',
    apart: true,
    images: 1,
    input: record({
      student: key('stuCode', text()),
      /** Raw base64 of a JPEG or PNG, without the `data:` prefix; the server strips one (D-73). */
      image: key('base64Photo', text(v.nonEmpty(say(photoWords.chooseFirst)))),
    }),
    /** A text that says that it arrived; other backends may say none. */
    output: record({ says: key('results', text()) }),
    rule: marker({ key: 'code', good: '0', bad: '-1', says: 'results' }),
  }),
  /** A stored image, by the key that a record names (D-80). */
  image: file({
    path: '/api/greenchannel/imgLook',
    who: 'owner-or-reviewer',
    parameter: 'params',
    byLink: true,
  }),
}
