import { type Audience, EVERY_STUDENT } from '#contract/audiences'
import type { CallInput } from '#contract/call'
import type { onboardingProgress } from '#contract/onboarding-progress'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findAudienceCodes } from '../audiences/public.ts'
import { auditedHandler } from '../office/public.ts'
import { findLastReminders, remindStudents } from '../text-messages/public.ts'
import { countSteps, findUnfinishedStudents } from './store.ts'

const PAGE = 100
const ALL_BUILDINGS = { buildingScope: 'all' } as const

/** The handlers of the students' progress. */
export const onboardingProgressHandlers: Handlers<typeof onboardingProgress> = {
  steps: async ({ db, input, now, tools }) => {
    const steps = await countSteps(db, { ...input, ...ALL_BUILDINGS, now })
    const reminded = await findLastReminders(db)
    return succeed({
      steps: steps.map((one) => ({
        ...one,
        remindedAt: reminded.get(one.step)?.toISOString() ?? '',
      })),
      byText: tools.settings.sms === 'webhook',
    })
  },

  list: async ({ db, input, now }) => {
    const students = await findUnfinishedStudents(db, {
      ...input,
      ...ALL_BUILDINGS,
      now,
      most: PAGE,
    })
    return succeed({
      students: students.map(({ absence, ...row }) => ({ ...row, absence: absence ?? undefined })),
      next: students.length < PAGE ? '' : (students.at(-1)?.student ?? ''),
    })
  },

  remind: auditedHandler(async ({ db, input, now, audit }) => {
    const { title, content, ...filter } = input
    const students = await findAudienceCodes(db, {
      audience: toAudience(filter),
      scope: 'all',
      now,
    })
    if (students.length === 0) return refuse(onboardingProgressTexts.everybodyDone)
    const told = await remindStudents({ db, now }, students, {
      of: filter.step,
      title,
      content,
    })
    if (told === 0) return refuse(onboardingProgressTexts.remindedToday)
    await audit({
      action: 'progress.remind',
      about: `step:${filter.step}`,
      reason: title,
      details: { filter, told },
    })
    return succeed({ told })
  }),
}

// The students who have not finished the step, as an audience.
const toAudience = ({
  cohort,
  department,
  building,
  step,
}: Omit<CallInput<typeof onboardingProgress.remind>, 'title' | 'content'>): Audience => ({
  ...EVERY_STUDENT,
  cohort,
  colleges: department === '' ? [] : [department],
  buildings: building === '' ? [] : [building],
  step: String(step),
})
