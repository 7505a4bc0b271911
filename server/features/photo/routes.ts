import type { photo } from '#contract/photo'
import { dailyServerTexts } from '#i18n/daily-server'
import { photoTexts } from '#i18n/photo'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { imageProblemTexts, readBase64Image } from '../../platform/pictures/read-images.ts'
import * as store from './store.ts'

const isKey = (key: string) => /^[\w-]{43}$/.test(key)

/** The handlers of the portrait (PHO). */
export const photoHandlers: Handlers<typeof photo> = {
  consent: studentHandler(async ({ db, student }) =>
    succeed({
      agreedAt: (await store.findPhotoConsentTime(db, student.code))?.toISOString() ?? null,
    }),
  ),

  agree: studentHandler(async ({ db, student, now }) => {
    await store.recordPhotoConsent(db, student.code, now)
    return succeed({})
  }),

  takeBack: studentHandler(async ({ db, student, now }) => {
    await store.withdrawPhotoConsent(db, student.code, now)
    return succeed({})
  }),

  upload: studentHandler(async ({ input, student, caller, db, now, language, tools }) => {
    if ((await store.findPhotoKeyOfStudent(db, student.code)) !== undefined)
      return refuse(photoTexts.storedAlready)
    if ((await store.findPhotoConsentTime(db, student.code)) === undefined)
      return refuse(dailyServerTexts.consentFirst)
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.images.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const image = await readBase64Image(input.image)
    if (image.type !== 'ok')
      return {
        type: 'invalid',
        issues: [{ path: 'base64Photo', message: imageProblemTexts[image.type][language] }],
      }
    switch (await store.storePhoto(db, { student: student.code, bytes: image.jpeg, now })) {
      case 'stored':
        return succeed({ says: photoTexts.stored[language] })
      case 'there already':
        return refuse(photoTexts.storedAlready)
      case 'no consent':
        return refuse(dailyServerTexts.consentFirst)
    }
  }),

  // The caller can be a reviewer or the owner of the image. All others are refused.
  image: async ({ key, caller, db }) => {
    const found = isKey(key) ? await store.findImageByKey(db, key) : undefined
    if (found === undefined) return { type: 'missing' }
    if (caller.role === 'student' && caller.student.code !== found.student_code)
      return { type: 'forbidden' }
    // Images of complaints are served by the inbox; reviewers of applications cannot read them.
    if (caller.role !== 'student' && found.purpose === 'complaint') return { type: 'forbidden' }
    return { type: 'file', bytes: new Uint8Array(found.bytes), contentType: found.type }
  },
}
