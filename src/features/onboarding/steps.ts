import { cachedQuery, useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession, useSession } from '#app/lib/session/session.ts'
import { campusFormOfStepPage, queuedCampusFormName } from '#contract/campus-form-names'
import { onboarding, PAYMENT_STEP_PAGES, type OnboardingStep } from '#contract/onboarding'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'

/**
 * The status of a step. It comes from the university, from unsent forms on this phone, or from the
 * step's position. 'no-room': the step is next, but the university has not assigned a room yet
 * (LIV-09).
 */
export type StepStatus = 'done' | 'waiting' | 'needs-you' | 'next' | 'open' | 'locked' | 'no-room'

/** A step with its number, its status, and whether a tap opens it. */
export interface NumberedStep {
  readonly step: OnboardingStep
  readonly number: number
  readonly status: StepStatus
  readonly isEnterable: boolean
  /** The step's unsent form on this phone. */
  readonly item?: OutboxItem
}

/** Reads the onboarding steps of the signed-in student; cached on the phone. */
export function stepsQuery() {
  const person = currentSession()?.person
  const student = person?.role === 'student' ? person : undefined
  return cachedQuery({
    name: 'steps',
    entry: onboarding.steps,
    input: { student: student?.code ?? '', enrolment: student?.enrolment ?? '' },
    maxAge: 30,
  })
}

/**
 * Returns the steps as this student sees them, combined with the unsent forms on this phone.
 * `isAwaitingRoom`: no room is assigned yet.
 */
export function useOnboardingSteps(isAwaitingRoom = false) {
  const kept = useCachedQuery(stepsQuery())
  const session = useSession()
  const { items, receipts } = useOutbox(kept.at ?? Infinity)
  const read = kept.data && applyReceiptsToSteps(kept.data.steps, receipts, kept.at ?? 0)
  const steps = read && listVisibleSteps(read, session?.isNew ?? false)
  return {
    ...kept,
    steps,
    numberedSteps: steps === undefined ? undefined : numberSteps(steps, items, isAwaitingRoom),
  }
}

/** Marks a step as done if the university has received its form since the steps were read. */
export function applyReceiptsToSteps(
  steps: readonly OnboardingStep[],
  receipts: readonly DeliveryReceipt[],
  readAt: number,
): OnboardingStep[] {
  const confirmed = new Set(
    receipts.filter(({ deliveredAt }) => deliveredAt > readAt).map(({ form }) => form),
  )
  return steps.map((step) =>
    confirmed.has(formOfStep(step) ?? '') ? { ...step, done: true } : step,
  )
}

/**
 * Returns the steps to show: new students see every step, other students the two payment steps
 * (FLOW-12, FLOW-13) and the forms that the campus has made a step for them. The steps are sorted by number (D-32), unless the campus gives a position.
 */
export function listVisibleSteps(
  steps: readonly OnboardingStep[],
  isNew: boolean,
): OnboardingStep[] {
  const seen = isNew
    ? steps
    : steps.filter(
        (step) =>
          PAYMENT_STEP_PAGES.some((page) => page === step.page) ||
          campusFormOfStepPage(step.page) !== undefined,
      )
  return [...seen].sort(bySortKey)
}

/** Whether a step needs a room, to which the goods of the step are delivered. */
export const needsRoom = ({ page }: OnboardingStep): boolean => FORM_OF_PAGE[page] === 'living'

/**
 * Returns the step to open after a step was completed or skipped; undefined if there is none
 * (FLOW-11).
 */
export function findNextStep(
  steps: readonly OnboardingStep[],
  id: number,
): OnboardingStep | undefined {
  const from = steps.find((step) => step.id === id)
  return steps.filter((step) => sortKeyOf(step) > (from ? sortKeyOf(from) : id)).sort(bySortKey)[0]
}

const sortKeyOf = ({ order, id }: OnboardingStep) => order ?? id
const bySortKey = (a: OnboardingStep, b: OnboardingStep) =>
  sortKeyOf(a) - sortKeyOf(b) || a.id - b.id

/** The address of a step (D-32). The page of a step that is a campus form has no number. */
export const addressOfStep = ({ page, id }: OnboardingStep, stunum: string): string =>
  campusFormOfStepPage(page) === undefined ? `/${page}/${id}/${stunum}` : `/${page}/${stunum}`

/** The address to open after a step: the next step, or the list of steps after the last step. */
export function addressOfNextStep(
  steps: readonly OnboardingStep[],
  id: number,
  stunum: string,
): string {
  const next = findNextStep(steps, id)
  return next === undefined ? `/welcome/${stunum}` : addressOfStep(next, stunum)
}

/**
 * Numbers the visible steps and determines their status. A step that needs a room does not block
 * the later steps of a student without a room.
 */
export function numberSteps(
  steps: readonly OnboardingStep[],
  items: readonly OutboxItem[],
  isAwaitingRoom = false,
): NumberedStep[] {
  const lacksRoom = (step: OnboardingStep) =>
    isAwaitingRoom && needsRoom(step) && !step.done && itemOf(step, items) === undefined
  let nextFound = false
  return steps.map((step, index) => {
    const item = itemOf(step, items)
    const isDue = canEnterStep(
      steps.filter((one) => one === step || !lacksRoom(one)),
      items,
      step.id,
    )
    const isEnterable = isDue && !lacksRoom(step)
    let status: StepStatus
    if (item !== undefined) status = isRefused(item) ? 'needs-you' : 'waiting'
    else if (step.done) status = 'done'
    else if (isDue && lacksRoom(step)) status = 'no-room'
    else if (isEnterable) status = nextFound ? 'open' : 'next'
    else status = 'locked'
    if (status === 'next') nextFound = true
    return { step, number: index + 1, status, isEnterable, ...(item && { item }) }
  })
}

/**
 * Whether the student can open a step (FLOW-09, FLOW-10): always the first step, and any other step
 * if it or the step before it is done. A step with an unsent form counts as done, except for the
 * payment steps, which need the university's state. A step with a refused form does not count as
 * done (D-107).
 */
export function canEnterStep(
  steps: readonly OnboardingStep[],
  items: readonly OutboxItem[],
  id: number,
): boolean {
  const index = steps.findIndex((step) => step.id === id)
  const step = steps[index]
  if (step === undefined) return false
  const before = steps[index - 1]
  if (!step.done && listNeededSteps(steps, step).some((one) => isOpen(one, items))) return false
  if (before === undefined || step.done || itemOf(step, items) !== undefined) return true
  if (PAYMENT_STEP_PAGES.some((page) => page === step.page)) return before.done
  const waiting = itemOf(before, items)
  return before.done || (waiting !== undefined && !isRefused(waiting))
}

// The steps that the campus wants to be done before a step, wherever they stand.
const listNeededSteps = (
  steps: readonly OnboardingStep[],
  { needs = [] }: OnboardingStep,
): OnboardingStep[] => steps.filter(({ id }) => needs.includes(id))

// Whether a step is not done, and no form of it waits.
function isOpen(step: OnboardingStep, items: readonly OutboxItem[]): boolean {
  const waiting = itemOf(step, items)
  return !step.done && (waiting === undefined || isRefused(waiting))
}

/**
 * Returns the step that has to be done before a locked step: the nearest earlier step that the
 * student can do, since the step directly before might be locked too. Undefined if no step blocks
 * it.
 */
export function findBlockingStep(
  numberedSteps: readonly NumberedStep[],
  locked: NumberedStep,
): NumberedStep | undefined {
  const isBlocking = ({ status }: NumberedStep) => !['done', 'locked', 'no-room'].includes(status)
  const needed = numberedSteps.find(
    (one) => locked.step.needs?.includes(one.step.id) === true && isBlocking(one),
  )
  return needed ?? numberedSteps.slice(0, numberedSteps.indexOf(locked)).findLast(isBlocking)
}

// The form that completes a step, by the step's page.
const FORM_OF_PAGE: Readonly<Record<string, string>> = {
  personalinformation: 'family',
  schoolInformation: 'travel',
  militaryTrainingClothing: 'uniform',
  livinguse: 'living',
}

// The name of the form that completes a step.
function formOfStep({ page }: OnboardingStep): string | undefined {
  const campusForm = campusFormOfStepPage(page)
  return campusForm === undefined ? FORM_OF_PAGE[page] : queuedCampusFormName(campusForm)
}

// The unsent form of a step. The newest submission counts: a form that was refused and sent again
// is waiting.
const itemOf = (step: OnboardingStep, items: readonly OutboxItem[]): OutboxItem | undefined =>
  items.filter((item) => item.form === formOfStep(step)).sort((a, b) => b.order - a.order)[0]

const isRefused = (item: OutboxItem): boolean =>
  item.state === 'needs-you' || item.state === 'conflict'
