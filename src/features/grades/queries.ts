import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { deleteUnlistedDetails } from '#app/lib/cache/unlisted-copies.ts'
import { getSignInIdCard } from '#app/lib/session/session.ts'
import { grades, parseTermLabel } from '#contract/grades'

/** Reads the terms in which a student has grades, newest first as the backend orders them. */
export const gradeTermsQuery = (number: string) =>
  cachedQuery({
    name: 'grade-terms',
    entry: grades.terms,
    input: { number, idCard: getSignInIdCard() },
    maxAge: 30,
    // If a term is no longer in the list, its grades are deleted from the phone.
    onAnswer: ({ labels }, askedAt) =>
      void deleteUnlistedDetails('grades', { listed: labels, askedAt }).catch(() => {}),
  })

/** Reads the grades of one term, by its label. */
export const gradesQuery = (number: string, label: string) =>
  cachedQuery({
    name: 'grades',
    parts: [label],
    entry: grades.find,
    input: { number, idCard: getSignInIdCard(), ...parseTermLabel(label) },
    maxAge: 30,
  })
