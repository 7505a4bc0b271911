import type { evaluation } from '#contract/evaluation'
import { commonTexts } from '#i18n/common'
import { dailyServerTexts } from '#i18n/daily-server'
import { toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  studentHandler,
  succeed,
  type Handlers,
  type InputIssue,
  refuse,
} from '../../platform/http/handler.ts'
import { findTerms } from '../timetable/public.ts'
import { countClosedPeriodsInTransaction } from './count-results.ts'
import {
  findEvaluationPeriod,
  lockEvaluationPeriod,
  explainClosedPeriod,
} from './evaluation-periods.ts'
import {
  findEvaluatedCourse,
  findEvaluatedCourses,
  findQuestionsWithScores,
  saveEvaluationScores,
} from './store.ts'

/**
 * The handlers of the teaching evaluation (EVA, D-89). A student evaluates the courses of their own
 * class. The evaluations of this term can be changed while the period is open.
 */
export const evaluationHandlers: Handlers<typeof evaluation> = {
  list: studentHandler(async ({ input, student, db, now }) => {
    const current = await currentTerm(db, now)
    const term = input.term === '' ? current : input.term
    const found = await findEvaluatedCourses(db, {
      student: student.code,
      className: student.class_name,
      term,
    })
    return succeed({
      courses: found.map(({ id, course, class_name, teacher, average, done }) => ({
        id,
        course,
        className: class_name,
        teacher,
        score: average ?? '',
        done,
        current: term === current,
      })),
      period: term === current ? await findEvaluationPeriod(db, term, now) : undefined,
    })
  }),

  find: studentHandler(async ({ input, student, db, now }) => {
    const asked = { student: student.code, id: input.id }
    const found = await findEvaluatedCourse(db, { ...asked, className: student.class_name })
    if (found === undefined) return { type: 'gone', says: commonTexts.noData }
    const { id, course, class_name, teacher, average, term } = found
    const questions = await findQuestionsWithScores(db, asked)
    const isCurrent = term === (await currentTerm(db, now))
    return succeed({
      evaluation: {
        id,
        course,
        className: class_name,
        teacher,
        score: average ?? '',
        period: isCurrent ? await findEvaluationPeriod(db, term, now) : undefined,
        questions,
      },
    })
  }),

  save: studentHandler(async ({ input, student, db, now, language, tools }) => {
    const asked = { student: student.code, id: input.id }
    const found = await findEvaluatedCourse(db, { ...asked, className: student.class_name })
    if (found === undefined) return refuse(commonTexts.noData)
    if (found.term !== (await currentTerm(db, now))) return refuse(dailyServerTexts.otherTerm)
    const why = explainClosedPeriod(await lockEvaluationPeriod(db, found.term, now))
    if (why !== undefined) return refuse(why)
    const questions = (await findQuestionsWithScores(db, asked)).map(({ id }) => id)
    if (questions.length === 0) return refuse(commonTexts.noData)
    const given = input.scores.map(({ id }) => id)
    const issue = (index: number, says: { zh: string; en: string }): InputIssue => ({
      path: `items.${index}`,
      message: says[language],
    })
    const wrong = given.findIndex(
      (id, index) => !questions.includes(id) || given.indexOf(id) !== index,
    )
    if (wrong >= 0) return { type: 'invalid', issues: [issue(wrong, commonTexts.badField)] }
    const missing = questions.findIndex((id) => !given.includes(id))
    if (missing >= 0) return { type: 'invalid', issues: [issue(missing, commonTexts.required)] }
    // If the term had an earlier period, its results are counted before these answers replace its
    // answers.
    await countClosedPeriodsInTransaction(db, {
      now,
      minAnswers: tools.settings.evaluationMinAnswers,
    })
    await saveEvaluationScores(db, { ...asked, scores: input.scores, now })
    return succeed({})
  }),
}

// The current term is the newest one of the timetable that has begun.
const currentTerm = async (db: Db, now: Date) =>
  (await findTerms(db, toChinaDay(now)))[0]?.label ?? ''
