import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { evaluation } from '#contract/evaluation'
import { timetable } from '#contract/timetable'

/** The terms of a student and the current one (TTB-11, D-83). */
export const termsQuery = (number: string) =>
  cachedQuery({ name: 'terms', entry: timetable.terms, input: { query: number }, maxAge: 30 })

/** The courses of a term with how far their evaluation is; asked anew each time. */
export const coursesQuery = (number: string, term: string) =>
  cachedQuery({
    name: 'evaluations',
    parts: [term],
    entry: evaluation.list,
    input: { number, term },
    maxAge: 0,
  })

/** One evaluation with its questions; asked anew each time. */
export const evaluationQuery = (number: string, id: string) =>
  cachedQuery({
    name: 'evaluation',
    parts: [id],
    entry: evaluation.find,
    input: { number, id },
    maxAge: 0,
  })
