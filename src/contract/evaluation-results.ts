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

// Who looks after teaching: the same who set terms, courses and questions.
const TEACHING_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const RESULT_WAYS = ['course', 'teacher'] as const
/** Results of one course of a class, or of all courses of a teacher. */
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
/** A period with whether its results stand: they do once it has closed. */
export type ResultPeriod = CodecValue<typeof ResultPeriod>

const result = {
  /** Of a course, or of a teacher; it names nobody who answered. */
  id: key('id', text()),
  /** '' for a teacher, as the class. */
  course: key('course', text()),
  className: key('class', text()),
  teacher: key('teacher', text()),
  teacherNumber: key('teacherNumber', text()),
  /** How many courses there are, and how many of them have enough answers to be counted. */
  courses: key('courses', wholeNumber),
  counted: key('counted', wholeNumber),
  /** Are there enough answers? If not, all below is '' or 0. */
  enough: key('enough', flag),
  /** How many answers, of how many students. */
  answers: key('answers', wholeNumber),
  students: key('students', wholeNumber),
  /** The mean of all points with two decimals. */
  mean: key('mean', text()),
}
const EvaluationResult = record(result)
/** What the answers about a course or a teacher came to. */
export type EvaluationResult = CodecValue<typeof EvaluationResult>

const Question = record({
  number: key('number', wholeNumber),
  content: key('content', text()),
  mean: key('mean', text()),
  answers: key('answers', wholeNumber),
  /** How many gave 1, 2, … 10 points. */
  counts: key('counts', list(wholeNumber)),
})
const Whole = record({ ...result, questions: key('questions', list(Question)) })
/** A result with its questions; without enough answers there are none. */
export type DetailedEvaluationResult = CodecValue<typeof Whole>

const periods = key('periods', list(ResultPeriod))
/** From how many answers on there are results. */
const least = key('least', wholeNumber)
const filter = { period: key('period', text(v.maxLength(100))), by: key('by', way) }

/** What became of the teaching evaluation: for the office, and for teachers their own courses. */
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
  /** The results of a period that has closed, by course or by teacher. */
  list: defineRead({
    path: '/api/manage/evaluationresults/list',
    who: TEACHING_ROLES,
    offline: 'online-only',
    input: record({
      ...filter,
      /** A part of the course, the class, the teacher's name or number; '' for all. */
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
  /** One of them with its questions. */
  find: defineRead({
    path: '/api/manage/evaluationresults/find',
    who: TEACHING_ROLES,
    offline: 'online-only',
    input: record({ ...filter, id: key('id', requiredText(commonTexts.badField)) }),
    output: record({ result: key('data', Whole), period: key('period', ResultPeriod), least }),
    rule: codeZero,
  }),
  /**
   * The results of the courses that whoever asks has taught, by their work number. Without a period
   * of the newest that has closed.
   */
  mine: defineRead({
    path: '/api/evaluation/mine',
    who: 'staff',
    offline: 'online-only',
    input: record({ period: filter.period }),
    output: record({
      /** In which the caller taught, and those of the current term that are still to come. */
      periods,
      /** Whose results these are; '' where there are none. */
      period: filter.period,
      /** All courses together, then each. */
      results: key('data', list(Whole)),
      least,
    }),
    rule: codeZero,
  }),
  /** A row a course or teacher and question, and one for all questions together. */
  export: defineExport('/api/manage/exports/evaluation', TEACHING_ROLES, filter),
}
