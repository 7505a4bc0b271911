import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { evaluation } from '#contract/evaluation'
import { timetable } from '#contract/timetable'

/** Reads the terms of a student and the current one (TTB-11, D-83). */
export const termsQuery = (number: string) =>
  cachedQuery({ name: 'terms', entry: timetable.terms, input: { query: number }, maxAge: 30 })

/**
 * Reads the courses of a term, with their evaluation progress. They are read again at each visit.
 */
export const coursesQuery = (number: string, term: string) =>
  cachedQuery({
    name: 'evaluations',
    parts: [term],
    entry: evaluation.list,
    input: { number, term },
    maxAge: 0,
  })

/** Reads one evaluation with its questions. It is read again at each visit. */
export const evaluationQuery = (number: string, id: string) =>
  cachedQuery({
    name: 'evaluation',
    parts: [id],
    entry: evaluation.find,
    input: { number, id },
    maxAge: 0,
  })
