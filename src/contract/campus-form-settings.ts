import * as v from 'valibot'
import { AUDIENCE_COHORTS } from './audiences.ts'
import { ALWAYS_OPEN } from './campus-rules.ts'
import { isDay } from './fields.ts'
import { isStorableText } from './normalize.ts'

/** The largest number of days for which answers are stored. */
const MOST_RETENTION_DAYS = 3650

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit), v.check(isStorableText))
const names = (limit: number) =>
  v.pipe(
    v.array(v.pipe(text(100), v.nonEmpty())),
    v.maxLength(limit),
    v.transform((list) => [...new Set(list)]),
  )
// A minute of China time, YYYY-MM-DD HH:mm, or '' for no limit.
const minute = v.pipe(
  v.string(),
  v.check(
    (said) =>
      said === '' ||
      (said.length === 16 &&
        isDay(said.slice(0, 10)) &&
        / ([01]\d|2[0-3]):[0-5]\d$/.test(said.slice(10))),
  ),
)

/** For whom a form is. A student has to fulfil all conditions. */
const Audience = v.strictObject({
  /** The codes of levels; empty for all. */
  levels: names(50),
  /** The names of colleges; empty for all. */
  colleges: names(300),
  cohort: v.picklist(AUDIENCE_COHORTS),
  /** Whether the form is only for the students of its list, which is stored apart. */
  isListed: v.boolean(),
})
/** A form as a step of the flow. */
const Step = v.strictObject({
  /** The place among the steps. */
  position: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
  isSkippable: v.boolean(),
  /** The pages of the steps that cannot be opened before this one is done. */
  before: names(50),
})
/** A form as a step of the flow. */
export type CampusFormStep = v.InferOutput<typeof Step>

/** What a published version says besides its questions. The settings of the newest version apply. */
export const CampusFormSettings = v.strictObject({
  audience: Audience,
  /** When the form takes answers, and what a late student is told. */
  window: v.pipe(
    v.strictObject({ from: minute, until: minute, note: text(200), noteEn: text(200) }),
    v.check(({ from, until }) => until === '' || from < until),
  ),
  /** The place of the form in the flow; null if it is no step. */
  step: v.nullable(Step),
  /** Whether a person decides the answers. */
  isReviewed: v.boolean(),
  /** Whether answers can be changed that were sent, and are not approved. */
  isChangeable: v.boolean(),
  /** The number of days after which answers are deleted; 0 for the number of the campus. */
  retentionDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_RETENTION_DAYS)),
})
/** What a published version says besides its questions. */
export type CampusFormSettings = v.InferOutput<typeof CampusFormSettings>

/** The settings of a new form: for all new students, always open, and no step. */
export const INITIAL_FORM_SETTINGS: CampusFormSettings = {
  audience: { levels: [], colleges: [], cohort: 'new', isListed: false },
  window: ALWAYS_OPEN,
  step: null,
  isReviewed: false,
  isChangeable: true,
  retentionDays: 0,
}
