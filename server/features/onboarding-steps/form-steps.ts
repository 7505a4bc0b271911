import { sql } from 'kysely'
import type { Wording } from '#contract/campus-form-definition'
import type { CampusFormStep } from '#contract/campus-form-settings'
import type { Db } from '../../platform/database/db.ts'

const LONGEST_TITLE = 60
// Above the numbers that the files of steps use, which name steps by number.
const FIRST_NUMBER = 501

/**
 * Saves the step of a form. A step that the flow has keeps its number, and with `isSameStep` also
 * the place and the rest that the office can have changed since in the list of steps.
 */
export async function saveFormStep(
  db: Db,
  {
    page,
    title,
    step,
    isSameStep,
  }: {
    readonly page: string
    readonly title: Wording
    readonly step: CampusFormStep
    readonly isSameStep: boolean
  },
): Promise<void> {
  const chinese = [...(title.zh || title.en)].slice(0, LONGEST_TITLE).join('')
  const own = { title: chinese, withdrawn_at: null }
  const place = {
    position: step.position,
    skippable: step.isSkippable,
    before_pages: sql<string[]>`${step.before}::text[]`,
  }
  const { numUpdatedRows } = await db
    .updateTable('flow_step')
    .set(isSameStep ? own : { ...own, ...place })
    .where('page', '=', page)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    const { last } = await db
      .selectFrom('flow_step')
      .select(({ fn }) => fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('flow_step')
      .values({
        id: Math.max(last ?? 0, FIRST_NUMBER - 1) + 1,
        page,
        needs_dorm: false,
        ...own,
        ...place,
      })
      .execute()
  }
  // The English name of a text belongs to all rows with this text, so an existing one stays.
  if (title.en !== '' && title.en !== chinese)
    await db
      .insertInto('english')
      .values({ chinese, english: title.en })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Withdraws the step of a form, if the flow has it. */
export const withdrawFormStep = (
  db: Db,
  { page, now }: { readonly page: string; readonly now: Date },
) =>
  db
    .updateTable('flow_step')
    .set({ withdrawn_at: now })
    .where('page', '=', page)
    .where('withdrawn_at', 'is', null)
    .execute()
