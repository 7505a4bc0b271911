import { type grades, isPoints, NOT_CURRENT, standingOf, termOf } from '#contract/grades'
import { dailyServerTexts } from '#i18n/daily-server'
import { gradesTexts } from '#i18n/grades'
import { chinaDay } from '../../platform/clock.ts'
import { namerOf } from '../../platform/database/english-names.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { gradesCsv } from './csv.ts'
import { gradesOf, labelsOf } from './store.ts'

/** Grades (GRD). Who has no student number yet is no current student (D-84). */
export const gradesHandlers: Handlers<typeof grades> = {
  terms: byStudent(async ({ student, db, now }) =>
    student.number === null
      ? good({ code: NOT_CURRENT, labels: [] })
      : good({ code: '0', labels: await labelsOf(db, student, chinaDay(now)) }),
  ),

  find: byStudent(async ({ input, student, db, tools }) => {
    if (student.number === null) return refused(gradesTexts.notCurrent)
    const rows = (await gradesOf(db, student.code)).filter((row) => {
      const { year, term } = termOf(row.term)
      return year === input.year && term === input.term
    })
    const { passingGrades } = tools.settings
    return good({
      grades: rows.map(({ course, score, credit }) => ({
        course,
        score,
        credit,
        // Points speak for themselves.
        passed:
          score.trim() === '' || isPoints(score)
            ? undefined
            : standingOf({ score }, passingGrades) === 'passed',
      })),
    })
  }),

  // Whoever's number the address names: the file is the caller's own (D-85).
  download: async ({ caller, db, language }) => {
    if (caller.role !== 'student' || caller.student.number === null) return { type: 'missing' }
    const { number, code } = caller.student
    const rows = await gradesOf(db, code)
    const named = await namerOf(
      db,
      rows.map(({ course }) => course),
      language,
    )
    const bytes = gradesCsv(rows, language, named)
    return {
      type: 'file',
      bytes,
      contentType: 'text/csv; charset=utf-8',
      name: dailyServerTexts.gradesFile[language](number),
    }
  },
}
