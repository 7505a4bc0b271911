import { campusFormOfStepPage } from '#contract/campus-form-names'
import type { CodecValue } from '#contract/codec'
import { type StepValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { Db } from '../../../platform/database/db.ts'
import { findNextId, saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { formatFlag, parseChinaMinuteOrEmpty, formatChinaMinuteOrEmpty } from '../field-texts.ts'

/**
 * The catalogue of steps. A step keeps its number in every position, because phones refer to steps
 * by number.
 */
export const stepCatalogue: ReferenceCatalogue<CodecValue<typeof StepValues>> = {
  noun: 'steps',
  identity: ({ title }) => [title],
  english: [['title', 'titleEn']],

  find: async (db) => {
    const rows = await db.selectFrom('flow_step').selectAll().execute()
    const english = await loadEnglishNames(db, rows, 'title')
    return rows
      .toSorted((a, b) => (a.position ?? a.id) - (b.position ?? b.id))
      .map((row) => ({
        id: String(row.id),
        values: {
          order: String(row.position ?? row.id),
          title: row.title,
          titleEn: english(row.title),
          page: row.page,
          skippable: formatFlag(row.skippable),
          needsDorm: formatFlag(row.needs_dorm),
          opensAt: formatChinaMinuteOrEmpty(row.opens_at),
        },
        withdrawn: row.withdrawn_at !== null,
      }))
  },

  write: async (db, { values, before }) => {
    const id = before === undefined ? await findNextId(db, 'flow_step') : Number(before.id)
    if (before !== undefined && before.values.page !== values.page && (await isDone(db, id)))
      return referenceDataTexts.stepDone
    if (
      (before?.values.page ?? '') !== values.page &&
      [before?.values.page ?? '', values.page].some(
        (page) => campusFormOfStepPage(page) !== undefined,
      )
    )
      return referenceDataTexts.formPage
    const others = await db
      .selectFrom('flow_step')
      .select('id')
      .where('page', '=', values.page)
      .where('id', '<>', id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (others !== undefined) return referenceDataTexts.pageTaken
    const row = {
      title: values.title,
      page: values.page,
      position: Number(values.order),
      skippable: values.skippable === '1',
      needs_dorm: values.needsDorm === '1',
      opens_at: parseChinaMinuteOrEmpty(values.opensAt),
    }
    return saveById(db, 'flow_step', { ...row, id })
  },

  withdraw: withdrawById('flow_step'),
}

const isDone = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('step_done')
    .select('step_id')
    .where('step_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined
