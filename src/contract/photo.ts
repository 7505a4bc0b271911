import * as v from 'valibot'
import { photoTexts } from '../i18n/photo.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineRead, defineWrite } from './call.ts'
import { requiredKey, nullableCodec, recordCodec, textCodec } from './codec.ts'
import { acceptIfKeyEquals } from './rules.ts'

/** The portrait photo (PHO). Online only; a stored photo can be deleted, not changed. */
export const photo = {
  /**
   * When the student consented to the storage of their portrait photo, ISO instant; null if not.
   */
  consent: defineRead({
    path: '/api/photo/consent',
    who: 'student',
    input: recordCodec({}),
    output: recordCodec({ agreedAt: nullableCodec(textCodec()) }),
  }),
  agree: defineWrite({
    path: '/api/photo/agree',
    who: 'student',
    input: recordCodec({}),
  }),
  /** Withdraws the consent and deletes the photo. */
  takeBack: defineWrite({
    path: '/api/photo/takeBack',
    who: 'student',
    input: recordCodec({}),
  }),
  upload: defineWrite({
    path: '/stuphoto/verifyStuPhoto',
    who: 'student',
    ownsTransactions: true,
    maxImages: 1,
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      /**
       * Raw base64 of a JPEG or PNG, without the `data:` prefix; the server removes the prefix if
       * it is present (D-73).
       */
      image: requiredKey(
        'base64Photo',
        textCodec(v.nonEmpty(validationMessage(photoTexts.chooseFirst))),
      ),
    }),
    /** The confirmation text; '' from some other backends. */
    output: recordCodec({ says: requiredKey('results', textCodec()) }),
    rule: acceptIfKeyEquals({ key: 'code', good: '0', bad: '-1', says: 'results' }),
  }),
  /** A stored image; its key is in a record of the student (D-80). */
  image: defineFile({
    path: '/api/greenchannel/imgLook',
    who: 'owner-or-reviewer',
    parameter: 'params',
    allowsPlainLink: true,
  }),
}
