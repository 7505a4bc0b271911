import type { guide } from '#contract/guide'
import { toChinaDay } from '../../platform/clock.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { createCachedTableReader } from '../../platform/records/table-cache.ts'
import { cleanHtml } from '../notices/public.ts'
import { findGuides } from './store.ts'

// The texts are long, so they are read and sanitized once and then cached.
const guides = createCachedTableReader('guide', async (db) =>
  (await findGuides(db)).map(({ name, content, content_en, updated_at }) => ({
    name,
    content: cleanHtml(content),
    contentEn: cleanHtml(content_en),
    updatedOn: toChinaDay(updated_at),
  })),
)

/** The handlers of the enrolment notice and the fee standards (NOT-04, NOT-05). */
export const guideHandlers: Handlers<typeof guide> = {
  find: async (ask) => succeed({ guides: await guides(ask) }),
}
