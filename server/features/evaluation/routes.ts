import type { evaluation } from '#contract/evaluation'
import { commonTexts } from '#i18n/common'
import { dailyServerTexts } from '#i18n/daily-server'
import { chinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { byStudent, good, type Handlers, type Issue, refused } from '../../platform/http/handler.ts'
import { findTerms } from '../timetable/face.ts'
import { countInside } from './count.ts'
import { findPeriod, holdPeriod, whyShut } from './periods.ts'
import { findCourse, findCourses, findQuestions, saveScores } from './store.ts'

/**
 * The evaluation of teaching (EVA, D-89): one's own courses; this term's may be evaluated, and
 * evaluated again, while the office has it open.
 */
export const evaluationHandlers: Handlers<typeof evaluation> = {
  list: byStudent(async ({ input, student, db, now }) => {
    const current = await currentTerm(db, now)
    const term = input.term === '' ? current : input.term
    const found = await findCourses(db, {
      student: student.code,
      className: student.class_name,
      term,
    })
    return good({
      courses: found.map(({ id, course, class_name, teacher, average, done }) => ({
        id,
        course,
        className: class_name,
        teacher,
        score: average ?? '',
        done,
        current: term === current,
      })),
      period: term === current ? await findPeriod(db, term, now) : undefined,
    })
  }),

  find: byStudent(async ({ input, student, db, now }) => {
    const asked = { student: student.code, id: input.id }
    const found = await findCourse(db, { ...asked, className: student.class_name })
    if (found === undefined) return { type: 'gone', says: commonTexts.noData }
    const { id, course, class_name, teacher, average, term } = found
    const questions = await findQuestions(db, asked)
    const isCurrent = term === (await currentTerm(db, now))
    return good({
      evaluation: {
        id,
        course,
        className: class_name,
        teacher,
        score: average ?? '',
        period: isCurrent ? await findPeriod(db, term, now) : undefined,
        questions,
      },
    })
  }),

  save: byStudent(async ({ input, student, db, now, language, tools }) => {
    const asked = { student: student.code, id: input.id }
    const found = await findCourse(db, { ...asked, className: student.class_name })
    if (found === undefined) return refused(commonTexts.noData)
    if (found.term !== (await currentTerm(db, now))) return refused(dailyServerTexts.otherTerm)
    const why = whyShut(await holdPeriod(db, found.term, now))
    if (why !== undefined) return refused(why)
    const questions = (await findQuestions(db, asked)).map(({ id }) => id)
    if (questions.length === 0) return refused(commonTexts.noData)
    const given = input.scores.map(({ id }) => id)
    const issue = (index: number, says: { zh: string; en: string }): Issue => ({
      path: `items.${index}`,
      message: says[language],
    })
    const wrong = given.findIndex(
      (id, index) => !questions.includes(id) || given.indexOf(id) !== index,
    )
    if (wrong >= 0) return { type: 'invalid', issues: [issue(wrong, commonTexts.badField)] }
    const missing = questions.findIndex((id) => !given.includes(id))
    if (missing >= 0) return { type: 'invalid', issues: [issue(missing, commonTexts.required)] }
    // An earlier period of the term counts what was said in it before this takes its place.
    await countInside(db, { now, least: tools.settings.evaluationMinAnswers })
    await saveScores(db, { ...asked, scores: input.scores, now })
    return good({})
  }),
}

// The current term is the newest one that has begun, by the terms of the timetable.
const currentTerm = async (db: Db, now: Date) =>
  (await findTerms(db, chinaDay(now)))[0]?.label ?? ''
