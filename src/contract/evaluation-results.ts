import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineRead } from './call.ts'
import {
  flag,
  key,
  lazyCodec,
  list,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { requiredText } from './fields.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

// The roles responsible for teaching, which also edit terms, courses and questions.
const TEACHING_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const RESULT_WAYS = ['course', 'teacher'] as const
/** Results by course of a class, or by teacher over all courses. */
export type ResultGrouping = (typeof RESULT_WAYS)[number]

const way = lazyCodec<ResultGrouping>({
  decode: () => v.picklist(RESULT_WAYS),
  encode: passThrough,
})

const STATES = ['soon', 'open', 'closed'] as const
type State = (typeof STATES)[number]

const ResultPeriod = record({
  id: key('id', text()),
  term: key('term', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  opensAt: key('opensAt', text()),
  closesAt: key('closesAt', text()),
  state: key('state', lazyCodec<State>({ decode: () => v.picklist(STATES), encode: passThrough })),
})
/** An evaluation period; its results are available once it is closed. */
export type ResultPeriod = CodecValue<typeof ResultPeriod>

const result = {
  /** The id of a course or teacher; it identifies nobody who answered. */
  id: key('id', text()),
  /** '' for a teacher, as is `className`. */
  course: key('course', text()),
  className: key('class', text()),
  teacher: key('teacher', text()),
  teacherNumber: key('teacherNumber', text()),
  /** The number of courses, and how many of them have enough answers to be counted. */
  courses: key('courses', wholeNumber),
  counted: key('counted', wholeNumber),
  /** Whether there are enough answers; if not, all fields below are '' or 0. */
  enough: key('enough', flag),
  /** The number of answers, and of the students in these courses. */
  answers: key('answers', wholeNumber),
  students: key('students', wholeNumber),
  /** The mean of all points, two decimals. */
  mean: key('mean', text()),
}
const EvaluationResult = record(result)
/** The evaluation result of a course or teacher. */
export type EvaluationResult = CodecValue<typeof EvaluationResult>

const Question = record({
  number: key('number', wholeNumber),
  content: key('content', text()),
  mean: key('mean', text()),
  answers: key('answers', wholeNumber),
  /** The number of answers with 1, 2, … 10 points. */
  counts: key('counts', list(wholeNumber)),
})
const Whole = record({ ...result, questions: key('questions', list(Question)) })
/** A result with its questions; empty without enough answers. */
export type DetailedEvaluationResult = CodecValue<typeof Whole>

const periods = key('periods', list(ResultPeriod))
/** The number of answers from which results are shown. */
const least = key('least', wholeNumber)
const filter = { period: key('period', text(v.maxLength(100))), by: key('by', way) }

/**
 * The results of the teaching evaluation: for the office, and for teachers those of their own
 * courses.
 */
export const evaluationResults = {
  /** All periods, the newest first. */
  periods: defineRead({
    path: '/api/manage/evaluationresults/periods',
    who: TEACHING_ROLES,
    offline: 'online-only',
    input: record({}),
    output: record({ periods, least }),
    rule: codeZero,
  }),
  /** The results of a closed period, by course or by teacher. */
  list: defineRead({
    path: '/api/manage/evaluationresults/list',
    who: TEACHING_ROLES,
    offline: 'online-only',
    input: record({
      ...filter,
      /** A part of the course's name, the class, or the teacher's name or number; '' for all. */
      find: key('find', text(v.maxLength(100))),
      after: key('after', text(v.regex(/^\d{0,9}$/))),
    }),
    output: record({
      results: key('data', list(EvaluationResult)),
      total: key('total', wholeNumber),
      next: key('next', text()),
    }),
    rule: codeZero,
  }),
  /** One result with its questions. */
  find: defineRead({
    path: '/api/manage/evaluationresults/find',
    who: TEACHING_ROLES,
    offline: 'online-only',
    input: record({ ...filter, id: key('id', requiredText(commonTexts.badField)) }),
    output: record({ result: key('data', Whole), period: key('period', ResultPeriod), least }),
    rule: codeZero,
  }),
  /**
   * The results of the caller's own courses, by work number; without `period`, of the newest closed
   * period.
   */
  mine: defineRead({
    path: '/api/evaluation/mine',
    who: 'staff',
    offline: 'online-only',
    input: record({ period: filter.period }),
    output: record({
      /**
       * The periods in which the caller taught, and those of the current term that are still to
       * come.
       */
      periods,
      /** The period of these results; '' if there are none. */
      period: filter.period,
      /** The sum of all courses, then each course. */
      results: key('data', list(Whole)),
      least,
    }),
    rule: codeZero,
  }),
  /** One row for each question of each course or teacher, and one for all questions together. */
  export: defineExport('/api/manage/exports/evaluation', TEACHING_ROLES, filter),
}
