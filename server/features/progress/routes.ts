import type { progress } from '#contract/progress'
import { progressWords } from '#words/progress'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { notifyEach } from '../notices/face.ts'
import { noteDeed } from '../office/face.ts'
import { countSteps, findSubjects, findUnfinished } from './store.ts'

const PAGE = 100
const EVERYWHERE = { houses: 'all' } as const

/** Who has not finished what. */
export const progressHandlers: Handlers<typeof progress> = {
  steps: async ({ db, input, now }) =>
    good({ steps: await countSteps(db, { ...input, ...EVERYWHERE, now }) }),

  list: async ({ db, input, now }) => {
    const students = await findUnfinished(db, { ...input, ...EVERYWHERE, now, most: PAGE })
    return good({
      students,
      next: students.length < PAGE ? '' : (students.at(-1)?.student ?? ''),
    })
  },

  remind: byStaff(async ({ db, input, staff, now }) => {
    const { title, content, ...filter } = input
    const subjects = await findSubjects(db, { ...filter, ...EVERYWHERE, now })
    if (subjects.length === 0) return refused(progressWords.everybodyDone)
    await notifyEach(db, { subjects, title, content, now })
    await noteDeed(db, {
      staff: staff.code,
      action: 'progress.remind',
      about: `step:${filter.step}`,
      reason: title,
      details: { filter, told: subjects.length },
      now,
    })
    return good({ told: subjects.length })
  }),
}
