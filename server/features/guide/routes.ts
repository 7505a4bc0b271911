import type { guide } from '#contract/guide'
import { chinaDay } from '../../platform/clock.ts'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { cleanHtml } from '../notices/face.ts'
import { findGuides } from './store.ts'

/** The enrolment notice and the fee standards (NOT-04, NOT-05). */
export const guideHandlers: Handlers<typeof guide> = {
  find: async ({ db }) => {
    const found = await findGuides(db)
    return good({
      guides: found.map(({ name, content, content_en, updated_at }) => ({
        name,
        content: cleanHtml(content),
        contentEn: cleanHtml(content_en),
        updatedOn: chinaDay(updated_at),
      })),
    })
  },
}
