import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineRead } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

// The roles responsible for teaching; they also edit terms, courses and questions.
const TEACHING_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const RESULT_WAYS = ['course', 'teacher'] as const
/** Whether results are grouped by course of a class, or by teacher over all courses. */
export type ResultGrouping = (typeof RESULT_WAYS)[number]

const way = oneOfCodec(RESULT_WAYS)

const STATES = ['soon', 'open', 'closed'] as const

const ResultPeriod = recordCodec({
  id: textCodec(),
  term: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  opensAt: textCodec(),
  closesAt: textCodec(),
  state: oneOfCodec(STATES),
})
/** An evaluation period; its results are available once the period is closed. */
export type ResultPeriod = CodecValue<typeof ResultPeriod>

const result = {
  /** The id of a course or teacher. It does not identify any student who answered. */
  id: textCodec(),
  /** '' if the result is a teacher's; so is `className`. */
  course: textCodec(),
  className: requiredKey('class', textCodec()),
  teacher: textCodec(),
  teacherNumber: textCodec(),
  /** The number of courses, and how many of them have enough answers to be counted. */
  courses: wholeNumberCodec,
  counted: wholeNumberCodec,
  /** Whether there are enough answers; if not, all fields below are '' or 0. */
  enough: booleanCodec,
  /** The number of answers, and the number of students in these courses. */
  answers: wholeNumberCodec,
  students: wholeNumberCodec,
  /** The mean of all points, two decimals. */
  mean: textCodec(),
}
const EvaluationResult = recordCodec(result)
/** The evaluation result of a course or teacher. */
export type EvaluationResult = CodecValue<typeof EvaluationResult>

const Question = recordCodec({
  number: wholeNumberCodec,
  content: textCodec(),
  mean: textCodec(),
  answers: wholeNumberCodec,
  /** The number of answers with 1, 2, … 10 points. */
  counts: listCodec(wholeNumberCodec),
})
const Whole = recordCodec({ ...result, questions: listCodec(Question) })
/** A result with its questions; empty without enough answers. */
export type DetailedEvaluationResult = CodecValue<typeof Whole>

const periods = requiredKey('periods', listCodec(ResultPeriod))
/** The smallest number of answers for which results are shown. */
const least = requiredKey('least', wholeNumberCodec)
const filter = {
  period: textCodec(v.maxLength(100)),
  by: way,
}

/**
 * The results of the teaching evaluation. The office reads all results, and teachers read those of
 * their own courses.
 */
export const evaluationResults = {
  /** All periods, the newest first. */
  periods: defineRead({
    path: '/api/manage/evaluationresults/periods',
    who: TEACHING_ROLES,
    input: recordCodec({}),
    output: recordCodec({ periods, least }),
  }),
  /** The results of a closed period, by course or by teacher. */
  list: defineRead({
    path: '/api/manage/evaluationresults/list',
    who: TEACHING_ROLES,
    input: recordCodec({
      ...filter,
      /** A part of the course's name, the class, or the teacher's name or number; '' for all. */
      find: textCodec(v.maxLength(100)),
      after: textCodec(v.regex(/^\d{0,9}$/)),
    }),
    output: recordCodec({
      results: requiredKey('data', listCodec(EvaluationResult)),
      total: wholeNumberCodec,
      next: textCodec(),
    }),
  }),
  /** One result with its questions. */
  find: defineRead({
    path: '/api/manage/evaluationresults/find',
    who: TEACHING_ROLES,
    input: recordCodec({
      ...filter,
      id: requiredTextField(commonTexts.badField),
    }),
    output: recordCodec({
      result: requiredKey('data', Whole),
      period: ResultPeriod,
      least,
    }),
  }),
  /**
   * The results of the caller's own courses, by work number: of `period`, or of the newest closed
   * period if `period` is absent.
   */
  mine: defineRead({
    path: '/api/evaluation/mine',
    who: 'staff',
    input: recordCodec({ period: filter.period }),
    output: recordCodec({
      /**
       * The periods in which the caller taught, and those of the current term that are still to
       * come.
       */
      periods,
      /** The period of these results; '' if there are none. */
      period: filter.period,
      /** The sum of all courses, then each course. */
      results: requiredKey('data', listCodec(Whole)),
      least,
    }),
  }),
  /** One row for each question of each course or teacher, and one for all questions together. */
  export: defineExport('/api/manage/exports/evaluation', TEACHING_ROLES, filter),
}
