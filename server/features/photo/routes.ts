import type { photo } from '#contract/photo'
import { photoWords } from '#words/photo'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { imageProblem, readImage } from '../../platform/pictures/images.ts'
import { findImage, photoOf, storePhoto } from './store.ts'

const isKey = (key: string) => /^[\w-]{43}$/.test(key)

/** The face photo (PHO). */
export const photoHandlers: Handlers<typeof photo> = {
  upload: byStudent(async ({ input, student, caller, db, now, language, tools }) => {
    if ((await photoOf(db, student.code)) !== undefined) return refused(photoWords.storedAlready)
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.images.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    const image = await readImage(input.image)
    if (image.type !== 'ok')
      return {
        type: 'invalid',
        issues: [{ path: 'base64Photo', message: imageProblem[image.type][language] }],
      }
    const isFirst = await storePhoto(db, { student: student.code, bytes: image.jpeg, now })
    return isFirst ? good({ says: photoWords.stored[language] }) : refused(photoWords.storedAlready)
  }),

  // The caller may be a reviewer, or whose image it is; anybody else learns no more than that it is
  // not theirs.
  image: async ({ key, caller, db }) => {
    const found = isKey(key) ? await findImage(db, key) : undefined
    if (found === undefined) return { type: 'missing' }
    if (caller.role === 'student' && caller.student.code !== found.student_code)
      return { type: 'forbidden' }
    return { type: 'file', bytes: new Uint8Array(found.bytes), contentType: found.type }
  },
}
