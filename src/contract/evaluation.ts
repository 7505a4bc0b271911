import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { evaluationTexts } from '../i18n/evaluation.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  type Codec,
  flag,
  key,
  lazyCodec,
  list,
  maybe,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const number = key('stuNumber', text())

const PERIOD_STATES = ['none', 'soon', 'open', 'closed'] as const

const EvaluationPeriod = record({
  state: key(
    'state',
    lazyCodec<(typeof PERIOD_STATES)[number]>({
      decode: () => v.picklist(PERIOD_STATES),
      encode: passThrough,
    }),
  ),
  /** China time, YYYY-MM-DD HH:mm; '' if no period is set. */
  opensAt: key('opensAt', text()),
  closesAt: key('closesAt', text()),
})
/** The evaluation period of a term: the open one, else the next one, else the last one. */
export type EvaluationPeriod = CodecValue<typeof EvaluationPeriod>

const EvaluationCourse = record({
  id: key('id', text()),
  course: key('courseName', text()),
  className: key('class', text()),
  teacher: key('teacher', text()),
  /** The average with one decimal; '' before it is evaluated. */
  score: key('score', text()),
  done: key('status', flag),
  current: key('isCurrent', flag),
})
/** A course that is or was to be evaluated. */
export type EvaluationCourse = CodecValue<typeof EvaluationCourse>

const Evaluation = record({
  id: key('id', text()),
  course: optionalKey('courseName', text()),
  className: key('class', text()),
  teacher: key('teacher', text()),
  score: key('score', text()),
  /**
   * Present for a course of the current term only. Other backends have no periods: then the
   * evaluation is open.
   */
  period: optionalKey('period', EvaluationPeriod),
  questions: key(
    'items',
    list(
      record({
        id: key('id', text()),
        content: key('content', text()),
        score: key('score', maybe(wholeNumber)),
      }),
    ),
  ),
})
/** An evaluation with its questions. */
export type Evaluation = CodecValue<typeof Evaluation>

const points: Codec<number> = (() => {
  const inRange = [
    v.minValue<number, 1, ReturnType<typeof validationMessage>>(
      1,
      validationMessage(evaluationTexts.tenPoints),
    ),
    v.maxValue<number, 10, ReturnType<typeof validationMessage>>(
      10,
      validationMessage(evaluationTexts.tenPoints),
    ),
  ] as const
  return {
    decode: v.pipe(wholeNumber.decode, ...inRange),
    encode: wholeNumber.encode,
    schema: v.pipe(v.number(validationMessage(commonTexts.required)), v.integer(), ...inRange),
  }
})()

/** The evaluation of teaching (EVA, D-89): online only. */
export const evaluation = {
  list: defineRead({
    path: '/api/evaluation/findList',
    who: 'student',
    offline: 'online-only',
    input: record({ number, term: key('semester', text()) }),
    output: record({
      courses: key('results', list(EvaluationCourse)),
      /** Present for the current term only. */
      period: optionalKey('period', EvaluationPeriod),
    }),
    rule: codeZero,
  }),
  find: defineRead({
    path: '/api/evaluation/findDetail',
    who: 'student',
    offline: 'online-only',
    input: record({ number, id: key('id', text()) }),
    output: record({ evaluation: key('results', Evaluation) }),
    rule: codeZero,
  }),
  /** Saves an evaluation: 1 to 10 points for every question, courses of the current term only. */
  save: defineWrite({
    path: '/api/evaluation/save',
    who: 'student',
    input: record({
      number,
      id: key('id', requiredText(commonTexts.badField)),
      scores: key('items', list(record({ id: key('id', text()), score: key('score', points) }))),
    }),
    output: record({}),
    rule: codeZero,
  }),
}
