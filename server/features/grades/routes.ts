import {
  type grades,
  isNumericScore,
  NOT_CURRENT_STUDENT_CODE,
  PASSING_SCORE,
  toGradeStatus,
  parseTermLabel,
} from '#contract/grades'
import { dailyServerTexts } from '#i18n/daily-server'
import { gradesTexts } from '#i18n/grades'
import { toChinaDay } from '../../platform/clock.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { createEnglishNameTranslator } from '../../platform/records/english-names.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { formatGradesCsv } from './grades-csv.ts'
import { findGradesOfStudent, findTermLabels } from './store.ts'

/** The handlers of grades (GRD). A person without a student number has no grades yet (D-84). */
export const gradesHandlers: Handlers<typeof grades> = {
  terms: studentHandler(async ({ student, db, now }) =>
    student.number === null
      ? succeed({ code: NOT_CURRENT_STUDENT_CODE, labels: [] })
      : succeed({ code: '0', labels: await findTermLabels(db, student, toChinaDay(now)) }),
  ),

  find: studentHandler(async (ask) => {
    const { input, student, db } = ask
    if (student.number === null) return refuse(gradesTexts.notCurrent)
    const rows = (await findGradesOfStudent(db, student.code)).filter((row) => {
      const { year, term } = parseTermLabel(row.term)
      return year === input.year && term === input.term
    })
    const { mark, words } = (await findCampusRules(ask)).grades
    return succeed({
      grades: rows.map(({ course, score, credit }) => ({
        course,
        score,
        credit,
        // A numeric grade has no `passed` at the default mark, because its points decide.
        passed:
          score.trim() === '' || (isNumericScore(score) && mark === PASSING_SCORE)
            ? undefined
            : toGradeStatus({ score }, { mark, words }) === 'passed',
      })),
    })
  }),

  // The file contains the caller's own grades, no matter which number the address contains (D-85).
  download: async ({ caller, db, language }) => {
    if (caller.role !== 'student' || caller.student.number === null) return { type: 'missing' }
    const { number, code } = caller.student
    const rows = await findGradesOfStudent(db, code)
    const named = await createEnglishNameTranslator(
      db,
      rows.map(({ course }) => course),
      language,
    )
    const bytes = formatGradesCsv(rows, language, named)
    return {
      type: 'file',
      bytes,
      contentType: 'text/csv; charset=utf-8',
      name: dailyServerTexts.gradesFile[language](number),
    }
  },
}
