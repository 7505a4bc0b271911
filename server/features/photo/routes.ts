import type { photo } from '#contract/photo'
import { dailyServerTexts } from '#i18n/daily-server'
import { photoTexts } from '#i18n/photo'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { imageProblem, readImage } from '../../platform/pictures/images.ts'
import * as store from './store.ts'

const isKey = (key: string) => /^[\w-]{43}$/.test(key)

/** The face photo (PHO). */
export const photoHandlers: Handlers<typeof photo> = {
  consent: byStudent(async ({ db, student }) =>
    good({ agreedAt: (await store.consentOf(db, student.code))?.toISOString() ?? null }),
  ),

  agree: byStudent(async ({ db, student, now }) => {
    await store.agree(db, student.code, now)
    return good({})
  }),

  takeBack: byStudent(async ({ db, student, now }) => {
    await store.takeBack(db, student.code, now)
    return good({})
  }),

  upload: byStudent(async ({ input, student, caller, db, now, language, tools }) => {
    if ((await store.photoOf(db, student.code)) !== undefined)
      return refused(photoTexts.storedAlready)
    if ((await store.consentOf(db, student.code)) === undefined)
      return refused(dailyServerTexts.consentFirst)
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.images.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const image = await readImage(input.image)
    if (image.type !== 'ok')
      return {
        type: 'invalid',
        issues: [{ path: 'base64Photo', message: imageProblem[image.type][language] }],
      }
    switch (await store.storePhoto(db, { student: student.code, bytes: image.jpeg, now })) {
      case 'stored':
        return good({ says: photoTexts.stored[language] })
      case 'there already':
        return refused(photoTexts.storedAlready)
      case 'no consent':
        return refused(dailyServerTexts.consentFirst)
    }
  }),

  // The caller may be a reviewer, or whose image it is; anybody else learns no more than that it is
  // not theirs.
  image: async ({ key, caller, db }) => {
    const found = isKey(key) ? await store.findImage(db, key) : undefined
    if (found === undefined) return { type: 'missing' }
    if (caller.role === 'student' && caller.student.code !== found.student_code)
      return { type: 'forbidden' }
    // What belongs to a complaint is no paper of an application: the inbox shows it.
    if (caller.role !== 'student' && found.purpose === 'complaint') return { type: 'forbidden' }
    return { type: 'file', bytes: new Uint8Array(found.bytes), contentType: found.type }
  },
}
