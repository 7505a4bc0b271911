import type { progress } from '#contract/progress'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { findLastReminders, remind } from '../messages/face.ts'
import { noteDeed } from '../office/face.ts'
import { countSteps, findAll, findUnfinished } from './store.ts'

const PAGE = 100
const EVERYWHERE = { houses: 'all' } as const

/** Who has not finished what. */
export const progressHandlers: Handlers<typeof progress> = {
  steps: async ({ db, input, now, tools }) => {
    const steps = await countSteps(db, { ...input, ...EVERYWHERE, now })
    const reminded = await findLastReminders(db)
    return good({
      steps: steps.map((one) => ({
        ...one,
        remindedAt: reminded.get(one.step)?.toISOString() ?? '',
      })),
      byText: tools.settings.sms === 'webhook',
    })
  },

  list: async ({ db, input, now }) => {
    const students = await findUnfinished(db, { ...input, ...EVERYWHERE, now, most: PAGE })
    return good({
      students,
      next: students.length < PAGE ? '' : (students.at(-1)?.student ?? ''),
    })
  },

  remind: byStaff(async ({ db, input, staff, now, tools }) => {
    const { title, content, ...filter } = input
    const students = await findAll(db, { ...filter, ...EVERYWHERE, now })
    if (students.length === 0) return refused(onboardingProgressTexts.everybodyDone)
    const told = await remind({ db, now, tools }, students, { step: filter.step, title, content })
    if (told === 0) return refused(onboardingProgressTexts.remindedToday)
    await noteDeed(db, {
      staff: staff.code,
      action: 'progress.remind',
      about: `step:${filter.step}`,
      reason: title,
      details: { filter, told },
      now,
    })
    return good({ told })
  }),
}
