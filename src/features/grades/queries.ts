import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { dropUnlisted } from '#app/lib/cache/unlisted-copies.ts'
import { idCardOfThisVisit } from '#app/lib/session/session.ts'
import { grades, parseTermLabel } from '#contract/grades'

/** The terms that a student has grades in, newest first as the backend orders them. */
export const gradeTermsQuery = (number: string) =>
  cachedQuery({
    name: 'grade-terms',
    entry: grades.terms,
    input: { number, idCard: idCardOfThisVisit() },
    maxAge: 30,
    // Those of a term that was taken back stay on no phone.
    onAnswer: ({ labels }, askedAt) =>
      void dropUnlisted('grades', { listed: labels, askedAt }).catch(() => {}),
  })

/** The grades of one term, by its label. */
export const gradesQuery = (number: string, label: string) =>
  cachedQuery({
    name: 'grades',
    parts: [label],
    entry: grades.find,
    input: { number, idCard: idCardOfThisVisit(), ...parseTermLabel(label) },
    maxAge: 30,
  })
