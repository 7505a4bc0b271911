import { sql } from 'kysely'
import type { CodecValue } from '#contract/codec'
import type { EventValues, TermValues } from '#contract/reference-data'
import { calendarServerTexts } from '#i18n/calendar-server'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { createFollowedDayResolver, parseFollowedDay } from '../../calendar/public.ts'
import { isTermUsed } from '../../timetable/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { formatFlag } from '../field-texts.ts'

/** The catalogue of terms, by their first Mondays. */
export const termCatalogue: ReferenceCatalogue<CodecValue<typeof TermValues>> = {
  noun: 'terms',
  identity: ({ label }) => [label],

  find: async (db) => {
    const rows = await db.selectFrom('term').selectAll().orderBy('first_monday', 'desc').execute()
    return rows.map(({ label, first_monday, weeks, withdrawn_at }) => ({
      id: label,
      values: { label, firstMonday: first_monday, weeks: String(weeks) },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    // Lessons, grades and evaluations refer to a term by its name, so it cannot be renamed.
    if (before !== undefined && before.id !== values.label) return referenceDataTexts.termNamed
    if (new Date(`${values.firstMonday}T00:00:00Z`).getUTCDay() !== 1)
      return referenceDataTexts.noMonday
    const other = await findOverlappingTerm(db, values)
    if (other !== undefined) return fillTemplateText(referenceDataTexts.termsOverlap, other)
    const row = {
      first_monday: values.firstMonday,
      weeks: Number(values.weeks),
      withdrawn_at: null,
    }
    await db
      .insertInto('term')
      .values({ ...row, label: values.label })
      .onConflict((conflict) => conflict.column('label').doUpdateSet(row))
      .execute()
    return values.label
  },

  // A term in use cannot be withdrawn, because its lessons would disappear without a message.
  withdraw: async (db, { id }, now) => {
    const {
      rows: [found],
    } = await sql<{ isUsed: boolean }>`select ${isTermUsed(sql.val(id))} as "isUsed"`.execute(db)
    if (found?.isUsed === true) return referenceDataTexts.termUsed
    await db.updateTable('term').set({ withdrawn_at: now }).where('label', '=', id).execute()
    return undefined
  },
}

// Finds another term that overlaps this term. On a day that belongs to both terms the timetable
// would be ambiguous.
async function findOverlappingTerm(
  db: Db,
  { label, firstMonday, weeks }: CodecValue<typeof TermValues>,
): Promise<string | undefined> {
  const days = Number(weeks) * 7
  const row = await db
    .selectFrom('term')
    .select('label')
    .where('withdrawn_at', 'is', null)
    .where('label', '<>', label)
    .where(sql<boolean>`first_monday < ${firstMonday}::date + ${days}::int`)
    .where(sql<boolean>`first_monday + weeks * 7 > ${firstMonday}::date`)
    .orderBy('first_monday')
    .executeTakeFirst()
  return row?.label
}

/** The catalogue of calendar events, the newest first. */
export const calendarEventCatalogue: ReferenceCatalogue<CodecValue<typeof EventValues>> = {
  noun: 'events',
  identity: ({ title, firstDay }) => [title, firstDay],

  find: async (db) => {
    const rows = await db
      .selectFrom('calendar_event')
      .selectAll()
      .orderBy('first_day', 'desc')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      values: {
        firstDay: row.first_day,
        lastDay: row.last_day,
        title: row.title,
        titleEn: row.title_en,
        holiday: formatFlag(row.holiday),
        follows: row.follows_day ?? '',
      },
      withdrawn: row.withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const followed = await findFollowedDayOf(db, values, before?.id)
    if (followed !== null && 'says' in followed) return followed.says
    const row = {
      first_day: values.firstDay,
      last_day: values.lastDay,
      title: values.title,
      title_en: values.titleEn,
      holiday: values.holiday === '1',
      follows_day: followed?.day ?? null,
      withdrawn_at: null,
    }
    if (before !== undefined) {
      await db.updateTable('calendar_event').set(row).where('id', '=', before.id).execute()
      return before.id
    }
    const { id } = await db
      .insertInto('calendar_event')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  withdraw: async (db, { id }, now) => {
    await db.updateTable('calendar_event').set({ withdrawn_at: now }).where('id', '=', id).execute()
    return undefined
  },
}

async function findFollowedDayOf(
  db: Db,
  { firstDay, lastDay, holiday, follows }: CodecValue<typeof EventValues>,
  own: string | undefined,
): Promise<{ readonly day: string } | { readonly says: LocalizedText } | null> {
  if (follows.trim() === '') return null
  const said = parseFollowedDay(follows)
  if (said === undefined) return { says: calendarServerTexts.followsWrong }
  const other = await db
    .selectFrom('calendar_event')
    .select('title')
    .where('withdrawn_at', 'is', null)
    .where('follows_day', 'is not', null)
    .where('first_day', '=', firstDay)
    .where('id', '<>', own ?? '')
    .executeTakeFirst()
  if (other !== undefined)
    return {
      says: {
        zh: calendarServerTexts.swappedBy.zh(other.title),
        en: calendarServerTexts.swappedBy.en(other.title),
      },
    }
  const find = await createFollowedDayResolver(db)
  return find({ firstDay, lastDay, holiday: holiday === '1', follows: said })
}
