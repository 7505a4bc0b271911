import type { CodecValue } from '#contract/codec'
import { GUIDE_NAMES } from '#contract/guide'
import type { GuideValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import { cleanHtml } from '../../notices/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'

/** The catalogue of the school's pages. Each page is listed, even if it is empty. */
export const guideCatalogue: ReferenceCatalogue<CodecValue<typeof GuideValues>> = {
  noun: 'guides',
  identity: 'given',

  find: async (db) => {
    const rows = await db.selectFrom('guide').selectAll().execute()
    return GUIDE_NAMES.map((name) => {
      const row = rows.find((one) => one.name === name)
      return {
        id: name,
        values: {
          content: cleanHtml(row?.content ?? ''),
          contentEn: cleanHtml(row?.content_en ?? ''),
        },
      }
    })
  },

  write: async (db, { values, before, now }) => {
    const name = GUIDE_NAMES.find((one) => one === before?.id)
    if (name === undefined) return referenceDataTexts.unknownPage
    const row = {
      content: cleanHtml(values.content),
      content_en: cleanHtml(values.contentEn),
      updated_at: now,
    }
    // An empty page is stored by deleting its row.
    if (row.content === '') await db.deleteFrom('guide').where('name', '=', name).execute()
    else
      await db
        .insertInto('guide')
        .values({ ...row, name })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    return name
  },
}
