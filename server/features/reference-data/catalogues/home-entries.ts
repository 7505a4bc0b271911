import type { CodecValue } from '#contract/codec'
import { isEntryIcon } from '#contract/entry-icons'
import { type HomeEntryValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { AppTileRow } from '../../../platform/database/schema/schema.ts'
import { findNextId, saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { formatFlag, parseChinaMinuteOrEmpty, formatChinaMinuteOrEmpty } from '../field-texts.ts'

/** The catalogue of tiles of the home page and of the list of all applications. */
export const homeEntryCatalogue: ReferenceCatalogue<CodecValue<typeof HomeEntryValues>> = {
  noun: 'entries',
  // The same title can occur once on each page, for students and for staff.
  identity: ({ title, menu, onHome, inAll }) => [title, menu, onHome, inAll],
  english: [['title', 'titleEn']],

  find: async (db) => {
    const rows = await db.selectFrom('application').selectAll().execute()
    const english = await loadEnglishNames(db, rows, 'title')
    return rows
      .toSorted((a, b) => (a.position ?? a.id) - (b.position ?? b.id))
      .map((row) => ({
        id: String(row.id),
        values: {
          order: String(row.position ?? row.id),
          title: row.title,
          titleEn: english(row.title),
          address: row.address,
          icon: row.icon,
          menu: row.menu,
          group: row.label,
          onHome: formatFlag(row.on_home),
          inAll: formatFlag(row.in_all),
          post: row.post ?? '',
          newUndergraduates: formatFlag(row.new_undergraduates_only),
          show: row.show,
          startsAt: formatChinaMinuteOrEmpty(row.starts_at),
        },
        withdrawn: row.withdrawn_at !== null,
      }))
  },

  write: async (db, { values, before }) => {
    if (values.icon !== '' && values.icon !== before?.values.icon && !isEntryIcon(values.icon))
      return referenceDataTexts.unknownIcon
    const id = before === undefined ? await findNextId(db, 'application') : Number(before.id)
    const row = {
      title: values.title,
      address: values.address,
      icon: values.icon,
      menu: values.menu,
      label: values.group,
      on_home: values.onHome === '1',
      in_all: values.inAll === '1',
      post: postOf(values.post),
      new_undergraduates_only: values.newUndergraduates === '1',
      show: values.show,
      starts_at: parseChinaMinuteOrEmpty(values.startsAt),
      position: Number(values.order),
    }
    return saveById(db, 'application', { ...row, id })
  },

  withdraw: withdrawById('application'),
}

const postOf = (said: string): AppTileRow['post'] =>
  said === 'dorm-supervisor' || said === 'review-teacher' ? said : null
